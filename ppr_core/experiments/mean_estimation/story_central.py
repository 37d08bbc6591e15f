"""What a result of `mean_estimation` says of a published mean: PPR in chunks, CSGM and plain reports."""

from __future__ import annotations

import math
from dataclasses import replace

from ppr_core.channels import GaussianChannel
from ppr_core.experiments.mean_estimation.result import MeanResult
from ppr_core.experiments.mean_estimation.story_runs import bits_text, change
from ppr_core.guarantees import DECODER, PrivacyGuarantee
from ppr_core.texts import Messages
from ppr_core.wording import exponential, number

__all__ = ["central_captions", "central_finding", "central_notices"]

message = Messages("mean_estimation")

_HARDLY = 0.9  # of the error of guessing 0, from which on little is gained
_WEAK = 10.0  # ε above which nearly nothing is hidden


def central_finding(result: MeanResult) -> str:
    """What PPR sends and loses; or what holding the decoder takes."""
    p, first, sent = result.parameters, result.headline, result.headline.bits.value
    plain = p.problem.noise_std(p.epsilon) ** 2
    base = replace(p.problem, against="database").noise_std(p.epsilon) ** 2 if p.server_held else plain
    private = "useless" if result.useless else "exact" if first.law <= plain * (1 + 1e-9) else "noisy"
    return message(
        "finding", kind="held" if p.server_held else private,
        epsilon=number(p.epsilon), bits=bits_text(sent), floats=number(result.float_bits),
        times=number(first.law / base), useless=result.useless, scheme="", error="",
    )  # fmt: skip


def central_notices(result: MeanResult) -> list[str]:
    """What to notice, the most important first; "" for what does not apply."""
    if result.parameters.server_held:
        first = [_held(result), _message_sizes(result)]
    else:
        first = [_message_sizes(result), _rival(result), _meaning(result)]
    return [*first, _signs(result), _budget(result)]


def _rival(result: MeanResult) -> str:
    """What CSGM loses at its budget, and why."""
    p, ours, law = result.parameters, result.headline, result.at("csgm").law
    guess = "better" if result.useless or law < _HARDLY * result.guess else "near" if law < result.guess else "worse"
    spent, lost = {"ppr": bits_text(ours.bits.value), "bits": bits_text(p.bits)}, change(law, ours.law)
    said = message("rival", **spent, csgm=lost, guess=guess)
    n, d = p.shape
    kind = "kashin" if not p.bounded else "part" if p.bits < d else "all"
    why = message(
        "rival-more", kind=kind, sent=number(p.bits), dimension=number(d), speak=number(n * p.bits / d, 2),
        people=number(n),
    )  # fmt: skip
    return f"{said} {why}"


def _meaning(result: MeanResult) -> str:
    p = result.parameters
    n, d = p.shape
    length = (1 if p.neighbours == "zero_out" else 2) * math.sqrt(d)
    more = message(
        "meaning-more", neighbours=p.neighbours, distance=number(length / n), length=number(length), people=number(n),
        root=number(math.sqrt(n)), delta=number(p.delta, 1), noise=number(p.problem.noise_std(p.epsilon)),
    )  # fmt: skip
    server = _server(result)
    said = message(
        "meaning", epsilon=number(p.epsilon), server=number(server.epsilon) if server else "",
        kind="none" if server is None else "large" if server.epsilon > _WEAK else "small",
    )  # fmt: skip
    return f"{said} {more}"


def _held(result: MeanResult) -> str:
    """Why CSGM is missing, who is held to ε, and what the reader of the mean learns."""
    p = result.parameters
    if result.held is None:
        return message("held")
    published = p.problem.renyi_privacy(math.sqrt(result.headline.law)).epsilon
    more = message(
        "held-more", epsilon=number(p.epsilon), delta=number(p.delta), own=number(result.held.own_epsilon),
        published=number(published),
    )  # fmt: skip
    return f"{message('held')} {more}"


def _signs(result: MeanResult) -> str:
    """PPR at the largest ε beside the clients' plain signs, where the picture goes so far."""
    p, last = result.parameters, result.along("epsilon", "sliced_ppr")[-1]
    reached = (p.many or last.task.focus) and last.task.epsilon >= max(p.epsilons)
    if p.data != "signs" or not reached or p.server_held:
        return ""
    bits, signs = last.bits.value, p.shape[1]
    return message(
        "signs", epsilon=number(last.task.epsilon), chunk=number(last.task.chunk), bits=number(bits),
        fewer=bits < signs, signs=number(signs),
    )  # fmt: skip


def _message_sizes(result: MeanResult) -> str:
    p, first = result.parameters, result.headline
    capped = first.task.chunk < p.size
    parts = [message("sizes-capped", size=number(p.size), chunk=number(first.task.chunk))] * capped
    parts += [
        message("sizes", bits=bits_text(first.bits.value), information=number(first.information),
                one=first.messages == 1, messages=number(first.messages))
    ]  # fmt: skip
    if whole := result.curve("bits", "ppr", p.epsilon):
        (n, d), sigma = p.shape, math.sqrt(first.law)
        channel = GaussianChannel(dimension=d, noise_std=sigma * math.sqrt(n), norm_bound=math.sqrt(d))
        parts.append(
            message(
                "sizes-more", dimension=number(d), bound=number(float(whole[0].x[-2])),
                candidates=exponential(float(channel.log_ratio_bound())), chunk=number(first.task.chunk),
                looked=number(first.candidates.value),
            )
        )  # fmt: skip
    return " ".join(parts)


def _budget(result: MeanResult) -> str:
    p = result.parameters
    least = p.problem.budget_noise_std(p.bits)
    reached = [epsilon for epsilon in p.epsilons if p.problem.noise_std(epsilon) < least]
    kind = "chunks" if p.fit else "none" if math.isnan(least) else "flat"
    if kind == "flat" and (not reached or p.server_held):
        return ""
    return message("fitted", kind=kind, bits=bits_text(p.bits), epsilon=number(reached[0]) if reached else "")


def _server(result: MeanResult) -> PrivacyGuarantee | None:
    """The least ε known of what PPR tells its server."""
    server = {row.guarantee.source: row.guarantee for row in result.promises if row.guarantee.against == DECODER.name}
    return server.get("ppr.renyi", server.get("ppr.theorem8"))


def central_captions(result: MeanResult) -> dict[str, str]:
    """Of the charts that only the published mean has."""
    return {"curves": _curves(result), "chunks": _chunk_prices(result), "sizes": _sizes(result)}


def _curves(result: MeanResult) -> str:
    pairs = []
    for bits in result.parameters.budgets:
        ppr, csgm = (result.curve("epsilon", name, bits) for name in ("ppr", "csgm"))
        if ppr and csgm:
            better = sum(a < b * (1 - 1e-9) for a, b in zip(ppr[0].y, csgm[0].y, strict=True))
            of_all = number(len(ppr[0].y))
            pairs.append(message("epsilon-part", bits=bits_text(bits), better=number(better), all=of_all))
    return message("epsilon-caption", parts=", ".join(pairs)) if pairs else message("epsilon-waiting")


def _sizes(result: MeanResult) -> str:
    """Counted bits along ε."""
    p = result.parameters
    parts = (
        message("sizes-part", bits=number(run.bits.value), epsilon=number(run.task.epsilon),
                chunk=number(run.task.chunk))
        for run in result.along("epsilon", "sliced_ppr")
    )  # fmt: skip
    kind, floats = "chunks" if p.by_chunks else "bound", number(result.float_bits)
    return message("sizes-caption", kind=kind, parts=", ".join(parts), floats=floats)


def _chunk_prices(result: MeanResult) -> str:
    """What smaller chunks cost and save, as counted and as computed."""
    parts = (
        message("chunks-part", chunk=number(run.task.chunk), bits=bits_text(run.bits.value),
                candidates=number(run.candidates.value))
        for run in result.along("bits", "sliced_ppr")
    )  # fmt: skip
    return message("chunks-caption", parts="; ".join(parts))
