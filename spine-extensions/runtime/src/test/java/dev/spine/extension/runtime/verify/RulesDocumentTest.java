package dev.spine.extension.runtime.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page about the rules has what the rules, the limits and the list say; {@code -Dspine.write=true} writes them again. */
class RulesDocumentTest {
    private static final Path PAGE = Path.of(System.getProperty("spine.root", "../.."), "docs/extension-rules.md");

    private static final String BEGIN = "<!-- rules: RulesDocumentTest writes what follows -->\n\n";

    @Test
    void thePageSaysWhatTheRulesSay() throws IOException {
        String page = Files.readString(PAGE);
        int at = page.indexOf(BEGIN);
        assertTrue(at > 0, "docs/extension-rules.md has lost the line before which its text ends");
        String expected = page.substring(0, at + BEGIN.length()) + rules();
        if (Boolean.getBoolean("spine.write")) {
            Files.writeString(PAGE, expected);
        } else {
            assertEquals(expected, page, "the rules have changed: run this test with -Dspine.write=true");
        }
    }

    private static String rules() {
        StringBuilder out = new StringBuilder();
        out.append("""
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
            beside it. Several types of one package in a row have the same methods.

            | type | open | methods and constants |
            |---|---|---|
            """);
        Map<String, String> rows = new TreeMap<>();
        AllowList list = AllowList.standard();
        list.types().stream().filter(type -> !list.replaced().contains(type.name())).forEach(type -> rows.put(type.name(),
            (type.isOpen() ? "open" : "") + " | " + members(type)));
        list.replaced().forEach(name -> rows.put(name,
            (list.isOpen(Objects.requireNonNull(Library.nameFor(name))) ? "open, " : "") + "metered | " + metered(name)));
        rowsOfAPackage(rows).forEach((key, names) -> out.append("| ").append(key.substring(0, key.indexOf(' ')))
            .append('.').append(String.join(", ", names)).append(" | ").append(key.substring(key.indexOf(' ') + 1)).append(" |\n"));
        return out.toString();
    }

    /** Types of one package that are open alike and have the same methods are one row. Keys are the package, a space and the rest. */
    private static Map<String, List<String>> rowsOfAPackage(Map<String, String> rows) {
        Map<String, List<String>> joined = new LinkedHashMap<>();
        rows.forEach((name, row) -> {
            int end = name.lastIndexOf('/');
            joined.computeIfAbsent(name.substring(0, end).replace('/', '.') + " " + row, _ -> new ArrayList<>())
                .add(name.substring(end + 1).replace('$', '.'));
        });
        return joined;
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
