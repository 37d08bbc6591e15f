### Terms and sentences that several pages use.

error-bar = Errors are one standard error.
python-note = This program computes numbers that this page shows. It needs `ppr_core`, but not the app. To install it, run
    `pip install .` in a copy of the lab’s source, with Python 3.11 or newer.
real-release = __Before a real release.__ A good result here is no approval. A release also needs noise that is safe in floating-point
    arithmetic, random numbers that nobody can guess, and one budget for all releases about the same people.
