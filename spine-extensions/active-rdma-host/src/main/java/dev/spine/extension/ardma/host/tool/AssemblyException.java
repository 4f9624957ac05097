package dev.spine.extension.ardma.host.tool;

import java.util.List;
import java.util.stream.Collectors;

/** Says why a text is no routine: everything that was found, in the order of the text. Any thread. */
public final class AssemblyException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<AssemblyFinding> findings;

    AssemblyException(List<AssemblyFinding> findings) {
        super(findings.stream().map(AssemblyFinding::toString).collect(Collectors.joining("\n")));
        this.findings = List.copyOf(findings);
    }

    /** {@return what was found, at least one} */
    public List<AssemblyFinding> findings() {
        return findings;
    }
}
