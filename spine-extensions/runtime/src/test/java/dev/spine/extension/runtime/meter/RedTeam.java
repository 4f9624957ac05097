package dev.spine.extension.runtime.meter;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The hostile programs as extensions: each begins its attack when a message comes for its handler 1, or while it starts. One class for each
 * program, in a package of its own.
 */
public final class RedTeam {
    /** When an extension attacks. */
    public enum Moment {
        /** In its start. */
        START,
        /** In its handler 1. */
        MESSAGE
    }

    private static final String FILE = "hostile-programs.txt";
    private static final String NAME = "=== ";
    private static final String RULE = " rejected: ";

    private RedTeam() {}

    /** {@return the names of the programs that the verifier lets in, each of which says what it tries} */
    public static List<String> accepted() {
        Set<String> rejected = rejected().keySet();
        return CompiledImage.programs(FILE).keySet().stream().filter(name -> !rejected.contains(name)).toList();
    }

    /** {@return the programs that the verifier stops, each with its rule} */
    public static Map<String, String> rejected() {
        Map<String, String> rules = new LinkedHashMap<>();
        try (InputStream in = Objects.requireNonNull(RedTeam.class.getResourceAsStream(FILE), FILE)) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> line.startsWith(NAME) && line.contains(RULE))
                .forEach(line -> rules.put(line.substring(NAME.length(), line.indexOf(RULE)), line.substring(line.indexOf(RULE)
                    + RULE.length())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rules;
    }

    /** {@return the classes of all programs that attack at a moment, by program: name of a class to its bytes} */
    public static Map<String, Map<String, byte[]>> images(Moment moment) {
        List<String> sources = new ArrayList<>();
        Map<String, String> programs = CompiledImage.programs(FILE);
        programs.forEach((name, body) -> sources.add("package red;\nimport java.util.*;\nimport java.util.function.*;\n"
            + "import dev.spine.extension.api.*;\npublic final class " + name + " implements Extension {\npublic " + name + "() {}\n"
            + "public void start(ExtensionContext context) {\n"
            + (moment == Moment.START ? "run();\n" : "context.onMessage(1, context, (given, message) -> run());\n")
            + "}\nstatic Object run() {\n" + body + "\n} }"));
        Map<String, byte[]> all = CompiledImage.of(sources.toArray(String[]::new));
        Map<String, Map<String, byte[]>> images = new LinkedHashMap<>();
        for (String name : programs.keySet()) {
            Map<String, byte[]> image = new LinkedHashMap<>();
            all.forEach((type, bytes) -> {
                if (type.equals(entry(name)) || type.startsWith(entry(name) + "$")) {
                    image.put(type, bytes);
                }
            });
            images.put(name, image);
        }
        return images;
    }

    /** {@return the name of a program's entry class} */
    public static String entry(String program) {
        return "red." + program;
    }
}
