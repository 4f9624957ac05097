package dev.spine.command.filter;

import dev.spine.extension.services.host.filter.CompiledFilter;
import dev.spine.extension.services.host.filter.FilterAction;
import dev.spine.extension.services.host.filter.FilterCompiler;
import dev.spine.extension.services.host.filter.FilterRule;
import dev.spine.extension.services.host.filter.FilterSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The rules that a person means: one expression and what is done with its packets, or a file. */
final class RulesArgument {
    @ArgGroup(exclusive = true, multiplicity = "0..1")
    private @Nullable Source source;

    @Parameters(arity = "0..*", paramLabel = "EXPRESSION",
        description = "As tcpdump takes it, in one word or several. Packets that match are dropped, the rest passes.")
    private List<String> words = List.of();

    /** Where rules come from when it is not a lone expression. */
    private static final class Source {
        @Option(names = "--rules", paramLabel = "FILE", description = "A rule a line: drop, pass or count, and an expression.")
        private @Nullable Path rules;

        @Option(names = "--drop", paramLabel = "EXPRESSION", description = "Drop packets that match, pass the rest.")
        private @Nullable String drop;

        @Option(names = "--pass", paramLabel = "EXPRESSION", description = "Pass packets that match, drop the rest.")
        private @Nullable String pass;

        @Option(names = "--count", paramLabel = "EXPRESSION", description = "Count packets that match, pass everything.")
        private @Nullable String count;
    }

    CompiledFilter compile(CommandLine command) {
        try {
            return FilterCompiler.compile(read(command));
        } catch (FilterSyntaxException e) {
            throw new ParameterException(command, e.getMessage(), e);
        }
    }

    private List<FilterRule> read(CommandLine command) throws FilterSyntaxException {
        Source from = source;
        if ((from == null) == words.isEmpty()) {
            throw new ParameterException(command, from == null
                ? "there is no expression: write one, or name a file by --rules"
                : "one expression too many: give one, or --rules, --drop, --pass or --count");
        }
        if (from == null) {
            return List.of(FilterRule.of(FilterAction.DROP, String.join(" ", words)));
        }
        if (from.rules != null) {
            return FilterRule.read(text(command, from.rules));
        }
        if (from.pass != null) {
            return List.of(FilterRule.of(FilterAction.PASS, from.pass), FilterRule.of(FilterAction.DROP, ""));
        }
        return from.count != null ? List.of(FilterRule.of(FilterAction.COUNT, from.count))
            : List.of(FilterRule.of(FilterAction.DROP, String.valueOf(from.drop)));
    }

    private static String text(CommandLine command, Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new ParameterException(command, "there is no file " + file, e);
        } catch (IOException e) {
            throw new ParameterException(command, file + " cannot be read as text: " + e.getMessage(), e);
        }
    }
}
