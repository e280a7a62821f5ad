// Shows what the signed-in user would get now, in all, before the app has loaded, which takes seconds on a slow connection. It starts the app when
// the balance is there, because the app's files would take the connection from it.
(function () {
  // The app starts by then in any case.
  var START_AFTER_MS = 2500;
  // As long as the app waits.
  var TIMEOUT_MS = 30000;
  var isStarted = false;
  function startApp() {
    if (isStarted) return;
    isStarted = true;
    document.querySelectorAll("link[data-later]").forEach(function (link) {
      if (link.dataset.later !== "module") {
        link.rel = link.dataset.later;
        return;
      }
      var script = document.createElement("script");
      script.type = "module";
      script.crossOrigin = "";
      script.src = link.href;
      document.head.append(script);
    });
  }
  setTimeout(startApp, START_AFTER_MS);
  var place = document.querySelector("[data-first-balance]");
  var mode = document.querySelector("[data-first-mode]");
  if (!place || !mode) {
    startApp();
    return;
  }
  if (!/(?:^|;\s*)signed_in=1(?:;|$)/.test(document.cookie)) {
    document.getElementById("first-view").remove();
    startApp();
    return;
  }
  // Makes room for the app once it shows a page, or why there is none.
  var root = document.getElementById("root");
  var observer = new MutationObserver(function () {
    if (!root.querySelector("#main, [role=alert]")) return;
    observer.disconnect();
    document.getElementById("first-view").remove();
  });
  observer.observe(root, { childList: true, subtree: true });
  // The texts are of the catalogue: the build has put them into the page.
  var status = document.querySelector("#first-view [role=status]");
  var loading = status.textContent;
  // The app takes these answers once (src/lib/api-client.ts), so that it does not ask again.
  var answers = {};
  window.waziFetch = function (path, options) {
    var asked = Promise.resolve(answers[path]);
    delete answers[path];
    return asked.then(function (answer) {
      return answer || fetch(path, options);
    });
  };
  function read(path) {
    var asked = fetch(path, {
      headers: { accept: "application/json" },
      credentials: "same-origin",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    answers[path] = asked.then(
      function (answer) {
        return answer.clone();
      },
      // The app asks again.
      function () {},
    );
    return asked.then(function (answer) {
      if (!answer.ok) throw new Error(String(answer.status));
      // From the service worker, without a connection.
      var savedAt = answer.headers.get("x-wazi-saved-at");
      if (savedAt)
        status.textContent =
          status.dataset.asOf + " " + new Date(Number(savedAt)).toLocaleString("en-GB") + ". " + loading;
      return answer.json();
    });
  }
  // The same sum as on the dashboard before its positions have loaded, in cents.
  function addUp(account) {
    return [account.balance, account.withdrawalHold, account.totalInvested, account.totalProfit].reduce(function (
      sum,
      amount,
    ) {
      return sum + BigInt(amount.replace(".", ""));
    }, BigInt(0));
  }
  function formatCents(cents) {
    var digits = String(cents < 0 ? -cents : cents).padStart(3, "0");
    var dollars = digits.slice(0, -2).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
    return (cents < 0 ? "−$" : "$") + dollars + "." + digits.slice(-2);
  }
  // A balance is never shown without the mode of the platform.
  Promise.all([read("/api/auth/user"), read("/api/public/settings")])
    .then(function (answers) {
      place.textContent = formatCents(addUp(answers[0].account));
      if (answers[1].mode === "demo") mode.textContent = mode.dataset.demo;
    })
    // The app shows its own error.
    .catch(function () {})
    // After the balance is painted.
    .then(function () {
      requestAnimationFrame(function () {
        setTimeout(startApp);
      });
    });
})();
