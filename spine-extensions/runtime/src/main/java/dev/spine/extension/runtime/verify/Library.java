package dev.spine.extension.runtime.verify;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Spine's own library: classes that extensions get where they name collections, iterators and builders of the JDK. They are verified and
 * metered like the extension's own, so their callbacks, growth and copying cost what they do.
 *
 * <p>An author compiles against the JDK and reads the JDK's names in every message; {@link Renaming} puts the library's names into the
 * class files before anything else looks at them. For any thread.
 */
public final class Library {
    /** Where the classes are, as the beginning of an internal name. */
    public static final String PACKAGE = "dev/spine/extension/api/library/";

    private static final String IN_TEXT = PACKAGE.replace('/', '.');
    /** The JDK's name to the library's. */
    private static final Map<String, String> NAMES = new TreeMap<>();
    private static final Map<String, Optional<ClassModel>> MODELS = new ConcurrentHashMap<>();

    static {
        AllowList.standard().replaced().forEach(name -> NAMES.put(name, PACKAGE + name.substring(name.lastIndexOf('/') + 1)));
    }

    private Library() {}

    /**
     * {@return whether a class is one of the library}
     *
     * @param internalName internal name
     */
    public static boolean has(String internalName) {
        return internalName.startsWith(PACKAGE);
    }

    /** {@return the library's class for one of the JDK, or null when the JDK's is meant} */
    static @Nullable String nameFor(String internalName) {
        return NAMES.get(internalName);
    }

    /** {@return the JDK's name of a library class, or the name itself} */
    static String authorsName(String internalName) {
        if (has(internalName)) {
            String simple = internalName.substring(PACKAGE.length());
            return NAMES.containsKey("java/lang/" + simple) ? "java/lang/" + simple : "java/util/" + simple;
        }
        return internalName;
    }

    /**
     * {@return a text with the names that authors know}
     *
     * @param text any, with names of classes in slashes or dots
     */
    public static String inAuthorsWords(String text) {
        return text.contains("dev") ? words(words(text, PACKAGE, '/'), IN_TEXT, '.') : text;
    }

    private static String words(String text, String prefix, char separator) {
        if (!text.contains(prefix)) {
            return text;
        }
        String words = text;
        for (String name : NAMES.keySet()) {
            if (name.startsWith("java/lang/")) {
                String simple = name.substring("java/lang/".length());
                words = words.replaceAll(Pattern.quote(prefix + simple) + "\\b", name.replace('/', separator));
            }
        }
        return words.replace(prefix, "java/util/".replace('/', separator));
    }

    /**
     * {@return the class file of a class of the library as the compiler made it, or null when there is none}
     *
     * @param internalName internal name
     */
    public static @Nullable ClassModel model(String internalName) {
        return has(internalName) ? MODELS.computeIfAbsent(internalName, Library::read).orElse(null) : null;
    }

    private static Optional<ClassModel> read(String internalName) {
        try (InputStream in = Library.class.getClassLoader().getResourceAsStream(internalName + ".class")) {
            return in == null ? Optional.empty() : Optional.of(ClassFile.of().parse(in.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(internalName + " cannot be read", e);
        }
    }
}
