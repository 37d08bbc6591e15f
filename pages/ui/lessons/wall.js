// A window that shows a lecture: it tells presenters' windows where it is, and takes the keys of those that follow it.
// Its name, and when the class and this part began, outlive a reload.
if (!window.labWall) {
  const name = () => Math.random().toString(36).slice(2, 10);
  const wall = { id: name(), opened: Date.now(), ...JSON.parse(sessionStorage.getItem("lab-wall") ?? "{}") };
  const channel = new BroadcastChannel("lab-lecture");
  window.labWall = wall;

  // at: the part, -1 before the first one.
  const here = () => {
    const link = new URLSearchParams(location.search);
    if (!link.has("lecture") || link.has("presenter")) return null;
    const [ended, guessed] = ["end", "guess"].map((one) => link.has(one));
    return { lecture: link.get("lecture"), at: Number(link.get("at") ?? -1), ended, guessed };
  };
  const tell = () => {
    const place = here();
    if (!place) return;
    const told = [...document.querySelectorAll(".for-presenter")].map((part) => part.textContent).join(" ");
    channel.postMessage({ lecture: place.lecture, wall: { ...wall, ...place, told } });
  };
  const keep = (change) => {
    sessionStorage.setItem("lab-wall", JSON.stringify(Object.assign(wall, change)));
    tell();
  };
  const arrive = () => {
    const place = here(), now = Date.now();
    if (!place) return;
    const before = place.lecture === wall.lecture ? wall : {};
    const stays = place.at === before.at && place.ended === before.ended, inside = place.at >= 0 || place.ended;
    const begins = (place.at === 0 && before.at === -1 && !before.ended) || (inside && !before.began);
    keep({ ...place, active: now, began: begins ? now : before.began, since: stays ? before.since : now });
  };

  channel.onmessage = ({ data }) => {
    if (data.claim === wall.id) channel.postMessage({ taken: wall.id });
    if (data.taken === wall.id) keep({ id: name(), opened: Date.now() }); // this window is a copy of that one
    if (data.where && data.lecture === here()?.lecture) tell();
    if (data.to !== wall.id) return;
    if (data.begin) keep({ began: Date.now(), since: Date.now() });
    if (data.press) window.labSteps.press(data.press);
  };
  // The link to the presenter's view says which window it stands in.
  for (const before of ["pointerdown", "focusin"])
    window.addEventListener(before, ({ target }) => {
      const link = target.closest?.('a[href*="presenter=1"]');
      if (link) link.search = `${link.search.replace(/&wall=.*/, "")}&wall=${wall.id}`;
    }, true);
  window.addEventListener("lab-arrived", arrive);
  channel.postMessage({ claim: wall.id });
  arrive();
}
