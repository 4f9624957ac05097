package dev.spine.extension.runtime.verify;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What extensions may link to outside their own image, read from {@code allowed.txt}: types, methods with their cost or with the metered
 * method that takes their place, and fields; and the public methods of the {@link Library}.
 *
 * <p>Immutable; for any thread.
 */
public final class AllowList {
    private static final String OBJECT = "java/lang/Object";
    private static final String RESOURCE = "allowed.txt";
    private static final AllowList STANDARD = read();

    private static final int PUBLIC = ClassFile.ACC_PUBLIC;

    private final Map<String, AllowedType> types;
    /** Names of the JDK in whose place the library's classes come, and whether images may extend or implement them. */
    private final Map<String, Boolean> replaced;

    private AllowList(Map<String, AllowedType> types, Map<String, Boolean> replaced) {
        this.types = types;
        this.replaced = replaced;
    }

    /** {@return internal names of the classes of the JDK in whose place those of the {@link Library} come} */
    Set<String> replaced() {
        return replaced.keySet();
    }

    /** {@return the list that the runtime uses} */
    public static AllowList standard() {
        return STANDARD;
    }

    /**
     * Finds a method, in the class or in those of its supertypes that are in the list.
     *
     * @param owner internal name of the class that the call names
     * @param name method name, {@code <init>} for constructors
     * @param descriptor its descriptor
     * @return the method, or null when it may not be called
     */
    public @Nullable AllowedMember member(String owner, String name, String descriptor) {
        if (Library.has(owner)) {
            return metered(owner, name, descriptor);
        }
        AllowedType type = types.get(owner);
        if (type == null) {
            return null;
        }
        AllowedMember own = type.methods().get(name + descriptor);
        if (own != null || "<init>".equals(name)) {
            return own;
        }
        for (String supertype : type.supertypes()) {
            AllowedMember inherited = member(supertype, name, descriptor);
            if (inherited != null) {
                return inherited;
            }
        }
        return null;
    }

    /** A public method of the library, which pays for itself. */
    private @Nullable AllowedMember metered(String owner, String name, String descriptor) {
        ClassModel model = Library.model(owner);
        if (model == null) {
            return null;
        }
        for (MethodModel method : model.methods()) {
            if ((method.flags().flagsMask() & PUBLIC) != 0 && method.methodName().equalsString(name)
                && method.methodType().equalsString(descriptor)) {
                return AllowedMember.metered(owner, name, descriptor);
            }
        }
        if ("<init>".equals(name)) {
            return null;
        }
        for (String parent : ImageClasses.parents(model)) {
            AllowedMember inherited = member(parent, name, descriptor);
            if (inherited != null) {
                return inherited;
            }
        }
        // An interface has the methods of Object, too.
        return member(OBJECT, name, descriptor);
    }

    /**
     * {@return whether a field may be read}
     *
     * @param owner internal name of the class that the access names
     * @param name its name
     * @param descriptor its descriptor
     */
    public boolean field(String owner, String name, String descriptor) {
        AllowedType type = types.get(owner);
        return type != null && type.fields().contains(name + ' ' + descriptor);
    }

    /**
     * {@return whether a type may be named}
     *
     * @param name internal name
     */
    public boolean type(String name) {
        return types.containsKey(name) || Library.has(name) && replaced.containsKey(Library.authorsName(name));
    }

    /**
     * {@return whether an image may extend or implement a type}
     *
     * @param name internal name
     */
    public boolean isOpen(String name) {
        AllowedType type = types.get(name);
        return type != null ? type.isOpen() : Library.has(name) && replaced.getOrDefault(Library.authorsName(name), false);
    }

    /**
     * {@return whether a type is an interface}
     *
     * @param name internal name
     */
    public boolean isInterface(String name) {
        AllowedType type = types.get(name);
        ClassModel model = Library.model(name);
        return type != null ? type.isInterface() : model != null && (model.flags().flagsMask() & ClassFile.ACC_INTERFACE) != 0;
    }

    /** {@return all types, in the order of the list} */
    Collection<AllowedType> types() {
        return types.values();
    }

    /**
     * {@return whether a type is another one or below it, as far as the list knows}
     *
     * @param name internal name
     * @param other internal name
     */
    public boolean isBelow(String name, String other) {
        AllowedType type = types.get(name);
        ClassModel model = Library.model(name);
        List<String> above = type != null ? type.supertypes() : model != null ? ImageClasses.parents(model) : List.of();
        return name.equals(other) || above.stream().anyMatch(supertype -> isBelow(supertype, other));
    }

    private static AllowList read() {
        try (InputStream in = Objects.requireNonNull(AllowList.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(RESOURCE + " cannot be read", e);
        }
    }

    /**
     * Reads a list.
     *
     * @param text as {@code allowed.txt} tells
     * @return the list
     * @throws IllegalArgumentException when a line is wrong
     */
    static AllowList parse(String text) {
        Map<String, AllowedType> types = new LinkedHashMap<>();
        Map<String, Boolean> replaced = new LinkedHashMap<>();
        AllowedType[] current = new AllowedType[1];
        text.lines().map(String::strip).filter(line -> !line.isEmpty() && !line.startsWith("#")).forEach(line -> {
            String[] words = line.split(" +");
            AllowedType type = current[0];
            if ("class".equals(words[0])) {
                type = type(words);
                current[0] = type;
                if (types.put(type.name(), type) != null) {
                    throw new IllegalArgumentException("a class twice: " + line);
                }
            } else if ("library".equals(words[0])) {
                replaced.put(words[1], words.length > 2 && words[2].equals("open"));
            } else if (type == null) {
                throw new IllegalArgumentException("a member before the first class: " + line);
            } else if ("field".equals(words[0])) {
                type.fields().add(words[1] + ' ' + words[2]);
            } else {
                AllowedMember member = member(type.name(), words, line);
                type.methods().put(member.name() + member.descriptor(), member);
            }
        });
        return new AllowList(types, replaced);
    }

    private static AllowedType type(String[] words) {
        List<String> list = Arrays.asList(words);
        int arrow = list.indexOf(">");
        List<String> flags = list.subList(2, arrow < 0 ? list.size() : arrow);
        List<String> supertypes = arrow < 0 ? List.of() : new ArrayList<>(list.subList(arrow + 1, list.size()));
        Set<String> fields = new LinkedHashSet<>();
        return new AllowedType(words[1], flags.contains("open"), flags.contains("interface"), supertypes, new HashMap<>(), fields);
    }

    private static AllowedMember member(String owner, String[] words, String line) {
        if (words.length == 4 && "by".equals(words[2])) {
            return AllowedMember.by(Replacement.parse(words[3], owner, words[1]), owner, words[0], words[1]);
        }
        if (words.length != 3 && (words.length != 5 || !"bytes".equals(words[3]))) {
            throw new IllegalArgumentException("not a member: " + line);
        }
        return new AllowedMember(owner, words[0], words[1], Cost.parse(words[2]),
            words.length == 3 ? Cost.NOTHING : Cost.parse(words[4]), null);
    }
}
