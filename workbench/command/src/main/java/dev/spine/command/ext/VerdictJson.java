package dev.spine.command.ext;

import com.google.common.collect.ImmutableMap;
import dev.spine.extension.api.ApiVersion;
import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.extension.runtime.verify.Finding;
import dev.spine.extension.runtime.verify.Verdict;
import dev.spine.system.output.JsonText;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A verdict as JSON. */
final class VerdictJson {
    private VerdictJson() {}

    /** An image in which nothing could be looked at. */
    static String write(ExtensionException malformed) {
        return JsonText.document(ImmutableMap.of("accepted", false, "malformed", String.valueOf(malformed.getMessage())));
    }

    static String write(ExtensionImage image, Verdict verdict, List<String> interpreted) {
        return JsonText.document(ImmutableMap.of(
            "accepted", verdict.isAccepted(),
            "name", image.name(),
            "entryClass", image.entryClass(),
            "api", ApiVersion.text(),
            "findings", verdict.findings().stream().map(VerdictJson::finding).toList(),
            "moreFindings", verdict.moreFindings(),
            "interpreted", interpreted,
            "sizes", verdict.sizes(),
            "links", verdict.links()));
    }

    private static Map<String, Object> finding(Finding finding) {
        return ImmutableMap.of(
            "rule", finding.rule().id(),
            "phase", finding.rule().phase().name().toLowerCase(Locale.ROOT),
            "class", finding.className(),
            "method", finding.method(),
            "line", finding.line(),
            "forbidden", finding.what(),
            "why", finding.rule().why(),
            "instead", finding.rule().remedy());
    }
}
