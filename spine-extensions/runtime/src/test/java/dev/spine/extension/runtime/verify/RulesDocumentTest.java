package dev.spine.extension.runtime.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
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
            the methods of records. All of it is ordinary code before it runs: nothing is linked dynamically on a card.

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
            ones may be extended or implemented. *Metered* ones are classes of Spine's own library, which come in the place of those
            of the JDK when the image is loaded, and cost what they do. What a call of the others costs stands in `allowed.txt`
            beside it.

            | type | open | methods and constants |
            |---|---|---|
            """);
        TreeMap<String, String> rows = new TreeMap<>();
        AllowList list = AllowList.standard();
        list.types().stream().filter(type -> !list.replaced().contains(type.name())).forEach(type -> rows.put(type.name(),
            (type.isOpen() ? "open" : "") + " | " + members(type)));
        list.replaced().forEach(name -> rows.put(name,
            (list.isOpen(Objects.requireNonNull(Library.nameFor(name))) ? "open, " : "") + "metered | " + metered(name)));
        rows.forEach((name, row) -> out.append("| ").append(name.replace('/', '.').replace('$', '.')).append(" | ").append(row)
            .append(" |\n"));
        return out.toString();
    }

    private static String metered(String name) {
        ClassModel model = Objects.requireNonNull(Library.model(Objects.requireNonNull(Library.nameFor(name))), name);
        return model.methods().stream().filter(method -> (method.flags().flagsMask() & ClassFile.ACC_PUBLIC) != 0)
            .map(method -> method.methodName().stringValue()).map(method -> method.equals("<init>") ? "new" : method)
            .distinct().sorted().collect(Collectors.joining(", "));
    }

    private static String members(AllowedType type) {
        var names = type.methods().values().stream().map(member -> member.name().equals("<init>") ? "new" : member.name())
            .collect(Collectors.toCollection(java.util.TreeSet::new));
        type.fields().forEach(field -> names.add(field.substring(0, field.indexOf(' '))));
        return String.join(", ", names);
    }
}
