package dev.spine.command.ext;

import dev.spine.extension.api.ApiVersion;
import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.extension.runtime.verify.Finding;
import dev.spine.extension.runtime.verify.Verdict;
import dev.spine.system.output.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;

/** A verdict for people. */
final class VerdictText {
    private VerdictText() {}

    static String write(ExtensionException malformed) {
        return "rejected: " + malformed.getMessage() + "\n";
    }

    static String write(ExtensionImage image, Verdict verdict, List<String> interpreted) {
        StringBuilder out = new StringBuilder();
        out.append(verdict.isAccepted() ? "accepted: " : "rejected: ").append(image.name()).append(", entry ").append(image.entryClass())
            .append(", by API ").append(ApiVersion.text()).append('\n');
        findings(out, verdict);
        interpreted.forEach(method -> out.append("\nwarning: ").append(method)
            .append(" with its charges: too long for the compiler, so it runs some twenty times slower; split it\n"));
        Verdict.Sizes sizes = verdict.sizes();
        TextTable size = new TextTable("size and cost", "");
        size.row("classes", number(sizes.classes()));
        size.row("bytes", number(sizes.classBytes()));
        size.row("methods with code", number(sizes.methods()));
        size.row("instructions, a unit of fuel each", number(sizes.instructions()));
        size.row("calls", number(sizes.calls()));
        size.row("loops", number(sizes.loops()));
        size.row("places that allocate", number(sizes.allocations()));
        out.append('\n').append(size);
        if (!verdict.links().isEmpty()) {
            TextTable links = new TextTable("links to", "member");
            for (Map.Entry<String, SortedSet<String>> one : verdict.links().entrySet()) {
                String name = one.getKey().replace('/', '.');
                List<String> members = one.getValue().isEmpty() ? List.of("(the type only)") : List.copyOf(one.getValue());
                for (String member : members) {
                    links.row(name, member);
                    name = "";
                }
            }
            out.append('\n').append(links);
        }
        return out.toString();
    }

    private static void findings(StringBuilder out, Verdict verdict) {
        for (Finding finding : verdict.findings()) {
            out.append('\n').append(finding.where()).append('\n');
            out.append("  forbidden  ").append(finding.what()).append(" [").append(finding.rule().id()).append("]\n");
            out.append("  why        ").append(finding.rule().why()).append('\n');
            out.append("  instead    ").append(finding.rule().remedy()).append('\n');
        }
        if (verdict.moreFindings() > 0) {
            out.append("\nand ").append(verdict.moreFindings()).append(" more findings\n");
        }
    }

    private static String number(int value) {
        return String.format(Locale.ROOT, "%d", value);
    }
}
