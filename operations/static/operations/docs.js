/** Shows the samples of an operation (`x-codeSamples`) above its responses. */

const CodeSamples = () => ({
  wrapComponents: {
    responses: (Original, { React, specSelectors }) => (props) => {
      const e = React.createElement;
      const { path, method } = props;
      const operation = specSelectors.specJson().getIn(["paths", path, method]);
      const samples = operation?.get("x-codeSamples")?.toJS() ?? [];
      const [shown, show] = React.useState(0);
      if (!samples.length) return e(Original, props);
      return e("div", null,
        e("div", { className: "code-samples" },
          e("h4", null, "Samples"),
          samples.map(({ label }, place) =>
            e("button", { key: label, type: "button", "aria-pressed": place === shown, onClick: () => show(place) }, label)),
          e("pre", { tabIndex: 0 }, samples[shown].source)),
        e(Original, props));
    },
  },
});

const { apis } = SwaggerUIBundle.presets;
SwaggerUIBundle.presets.apis = [apis, CodeSamples];
