package dev.spine.host.testkit.script;

import dev.spine.host.testkit.message.DriverBuffers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines of a script and what has come of them. Changed by the test and read by the IOP's agent, under one lock. */
final class Script {
    private final String iop;
    private final List<Expectation> lines = new ArrayList<>();
    private final List<String> mismatches = new ArrayList<>();
    private Strictness strictness = Strictness.STRICT;

    Script(String iop) {
        this.iop = iop;
    }

    synchronized void change(Runnable what) {
        what.run();
    }

    synchronized void strictness(Strictness wanted) {
        strictness = wanted;
    }

    synchronized Expectation add(RequestMatcher matcher) {
        Expectation line = new Expectation(this, matcher);
        lines.add(line);
        return line;
    }

    synchronized Strictness strictness() {
        return strictness;
    }

    /** The line that a request meets, which this enters; null when it meets none. */
    synchronized @Nullable Answer meet(ScriptedRequest request) {
        DriverBuffers buffers = request.buffers();
        for (Expectation line : lines) {
            if (!line.isUsedUp()) {
                if (line.matcher().compare(request.message(), buffers).matches()) {
                    line.meet();
                    return line.answer();
                }
                if (strictness == Strictness.STRICT && !line.isMet()) {
                    return null;
                }
            }
        }
        return null;
    }

    /** Enters that a request was met by no line. */
    synchronized void unexpected(ScriptedRequest request) {
        StringBuilder text = new StringBuilder("scripted IOP '").append(iop).append("' got what its script does not expect, at ")
            .append(request.arrivedNs()).append(" ns:\n    ").append(request.describe()).append('\n');
        List<Expectation> open = lines.stream().filter(line -> !line.isUsedUp()).toList();
        if (open.isEmpty()) {
            text.append("  the script expects nothing more\n");
        }
        int shown = strictness == Strictness.STRICT ? Math.min(1, open.size()) : open.size();
        for (Expectation line : open.subList(0, shown)) {
            text.append("  expected ").append(shown == 1 ? "next: " : "among others: ").append(line.describe()).append('\n')
                .append(line.matcher().compare(request.message(), request.buffers()).text());
        }
        mismatches.add(text.toString());
    }

    /** Enters any other mistake. */
    synchronized void mistake(String what) {
        mismatches.add("scripted IOP '" + iop + "': " + what + "\n");
    }

    /** What speaks against the script so far; empty when nothing does. */
    synchronized String mismatches() {
        return String.join("", mismatches);
    }

    /** What speaks against the script now that the test is over: mismatches, and what never came. */
    synchronized String report() {
        StringBuilder text = new StringBuilder(mismatches());
        List<Expectation> missing = lines.stream().filter(line -> !line.isMet()).toList();
        if (!missing.isEmpty()) {
            text.append("scripted IOP '").append(iop).append("' expected what never came:\n");
            missing.forEach(line -> text.append("    ").append(line.describe())
                .append(line.met() == 0 ? "" : ", but came only " + line.met() + " times").append('\n'));
        }
        return text.toString();
    }

    /** Forgets all lines and all mismatches. */
    synchronized void clear() {
        lines.clear();
        mismatches.clear();
    }
}
