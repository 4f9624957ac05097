package dev.spine.extension.runtime.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page about the rules says what the rules, the limits and the list say; {@code -Dspine.write=true} writes it again. */
class RulesDocumentTest {
    private static final Path PAGE = Path.of(System.getProperty("spine.root", "../.."), "docs/extension-rules.md");

    @Test
    void thePageSaysWhatTheRulesSay() throws IOException {
        String expected = page();
        if (Boolean.getBoolean("spine.write")) {
            Files.writeString(PAGE, expected);
        }
        assertEquals(expected, Files.readString(PAGE));
    }

    private static String page() {
        StringBuilder out = new StringBuilder();
        out.append("""
            # The rules for extensions

            An extension is a jar of class files, compiled by javac from ordinary Java: records, enums, sealed types, switches on
            enums, text and patterns, lambdas, generics, inner classes, string concatenation, exceptions, arrays, iterators. Before
            any class of it is defined, the runtime gives a verdict on all of them. `./spine ext verify MY.jar` gives the same
            verdict on your desk, with every finding, what the jar links to, and how large it is; `--json` for programs. It ends
            with 0 when the jar is accepted, with 1 when it is rejected.

            What the verdict decides is what code may name and contain. That it ends, and how much it takes, is the meter's
            business. This page is written from the code: `Rule`, `Limits` and `allowed.txt` in
            `dev.spine.extension.runtime.verify`.

            ## Phases of trust

            Each phase relies on the promises of those before it. A refusal is the exception of the first phase whose promise is
            broken.

            | phase | promise | exception |
            |---|---|---|
            | malformed | a jar of class files within the limits | `MalformedException` |
            | invalid | class files that the virtual machine would accept, without forbidden constructs | `InvalidException` |
            | unlinkable | code that names only what is open to extensions | `UnlinkableException` |
            | uninstantiable | an entry class that can be made | `UninstantiableException` |
            | trapped | an extension that runs | `TrappedException` |

            ## Rules

            | rule | phase | forbidden | why | instead |
            |---|---|---|---|---|
            """);
        for (Rule rule : Rule.values()) {
            out.append("| ").append(rule.id()).append(" | ").append(rule.phase().name().toLowerCase(Locale.ROOT)).append(" | ")
                .append(rule.forbidden()).append(" | ").append(rule.why()).append(" | ").append(rule.remedy()).append(" |\n");
        }
        out.append("""

            What javac writes on its own is accepted by its exact shape: `values()` and `valueOf` of enums, the tables of switches
            on enums, the flag of assertions (which are off on a card), and invokedynamic for lambdas, text, pattern switches and
            the methods of records.

            ## Limits

            | limit | at most | reason |
            |---|---|---|
            """);
        for (Limits limit : Limits.values()) {
            out.append("| ").append(limit.words()).append(" | ").append(String.format(Locale.ROOT, "%,d", limit.most())).append(" | ")
                .append(limit.reason()).append(" |\n");
        }
        out.append("""

            ## What is open to extensions

            Types of the JDK and of the API, with the names of their methods; overloads that take other types are not open. *Open*
            ones may be extended or implemented. What a call costs stands in `allowed.txt` beside it.

            | type | open | methods and constants |
            |---|---|---|
            """);
        new TreeMap<>(AllowList.standard().types().stream().collect(Collectors.toMap(AllowedType::name, type -> type))).values()
            .forEach(type -> out.append("| ").append(type.name().replace('/', '.').replace('$', '.')).append(" | ")
                .append(type.isOpen() ? "open" : "").append(" | ").append(members(type)).append(" |\n"));
        return out.toString();
    }

    private static String members(AllowedType type) {
        var names = type.methods().values().stream().map(member -> member.name().equals("<init>") ? "new" : member.name())
            .collect(Collectors.toCollection(java.util.TreeSet::new));
        type.fields().forEach(field -> names.add(field.substring(0, field.indexOf(' '))));
        return String.join(", ", names);
    }
}
