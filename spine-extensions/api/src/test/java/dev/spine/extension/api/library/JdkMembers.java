package dev.spine.extension.api.library;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** What extensions could call of the classes that the library stands for, from a list beside this class. */
final class JdkMembers {
    private static final Pattern OUTER = Pattern.compile("java/(?:util|lang)/(\\w+)(\\$\\w+)?");

    /**
     * A class.
     *
     * @param open whether extensions may extend or implement it
     * @param supertypes internal names
     * @param methods names and descriptors, with a space between
     */
    record Type(boolean open, List<String> supertypes, List<String> methods) {}

    private JdkMembers() {}

    /** {@return the classes by their internal names} */
    static Map<String, Type> read() {
        Map<String, Type> types = new LinkedHashMap<>();
        try (InputStream in = Objects.requireNonNull(JdkMembers.class.getResourceAsStream("jdk-members.txt"))) {
            Type type = null;
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1)) {
                if (line.startsWith("class ")) {
                    String[] words = line.split(" ", -1);
                    List<String> supertypes = List.of(line.substring(line.indexOf('>') + 2).split(" ", -1));
                    type = new Type(List.of(words).contains("open"), supertypes, new ArrayList<>());
                    types.put(words[1], type);
                } else if (type != null && !line.isBlank()) {
                    type.methods.add(line.strip());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return types;
    }

    /** {@return the internal name of the class of the library that stands for one of the JDK} */
    static String inLibrary(String name) {
        return OUTER.matcher(name).replaceFirst(JdkMembers.class.getPackageName().replace('.', '/') + "/$1$2");
    }
}
