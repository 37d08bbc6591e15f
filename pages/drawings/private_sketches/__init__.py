"""Pictures of the page Private sketches: planes by Plotly, curves by Vega-Lite."""
