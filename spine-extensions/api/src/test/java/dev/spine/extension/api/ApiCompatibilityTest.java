package dev.spine.extension.api;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What extensions link to stays: everything that is open to them is in a list that is checked in. {@code -Dspine.write=true} writes the
 * list again, which accepts additions; what goes or changes needs another {@link ApiVersion#MAJOR} as well.
 */
@Tag("SS-02")
class ApiCompatibilityTest {
    private static final Path LIST = Path.of(System.getProperty("spine.root", "../.."), "spine-extensions/api/api.txt");
    private static final String VERSION = "version ";
    /** What is there for the runtime and the meter; the class loader of an extension does not find it. */
    private static final Set<Class<?>> NOT_FOR_EXTENSIONS =
        Set.of(RuntimeAccess.class, BufferOwner.class, ApiVersion.class);

    private static List<Class<?>> types() throws IOException, URISyntaxException, ClassNotFoundException {
        Path root = Path.of(ExtensionContext.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        String packageName = ExtensionContext.class.getPackageName();
        List<Class<?>> types = new ArrayList<>();
        try (Stream<Path> files = Files.list(root.resolve(packageName.replace('.', '/')))) {
            for (Path file : files.sorted().toList()) {
                String name = String.valueOf(file.getFileName());
                if (!name.endsWith(".class") || name.equals("package-info.class")) {
                    continue;
                }
                Class<?> type = Class.forName(packageName + "." + name.substring(0, name.length() - ".class".length()));
                Class<?> outermost = type.getNestHost();
                if (isOpen(type.getModifiers()) && !NOT_FOR_EXTENSIONS.contains(outermost)) {
                    types.add(type);
                }
            }
        }
        return types;
    }

    private static boolean isOpen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static Set<String> signatures() throws IOException, URISyntaxException, ClassNotFoundException {
        Set<String> lines = new TreeSet<>();
        for (Class<?> type : types()) {
            String name = type.getSimpleName();
            Class<?> outer = type.getDeclaringClass();
            String owner = outer == null ? name : outer.getSimpleName() + "." + name;
            String supertypes = Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
                .filter(above -> above != Object.class).map(Class::getName).sorted().collect(Collectors.joining(" "));
            lines.add(owner + ": " + modifiers(type.getModifiers() & ~Modifier.STATIC & ~Modifier.ABSTRACT)
                + (supertypes.isEmpty() ? "" : " > " + supertypes));
            for (Field field : type.getDeclaredFields()) {
                add(lines, owner, field, field.getType().getTypeName() + " " + field.getName());
            }
            for (Method method : type.getDeclaredMethods()) {
                if (!method.isBridge()) {
                    add(lines, owner, method,
                        method.getReturnType().getTypeName() + " " + method.getName() + list(method.getParameterTypes()));
                }
            }
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                add(lines, owner, constructor, "new" + list(constructor.getParameterTypes()));
            }
        }
        return lines;
    }

    private static void add(Set<String> lines, String owner, Member member, String text) {
        if (isOpen(member.getModifiers()) && !member.isSynthetic()) {
            lines.add(owner + "." + modifiers(member.getModifiers() & (Modifier.STATIC | Modifier.PROTECTED)) + text);
        }
    }

    private static String modifiers(int modifiers) {
        String text = Modifier.toString(modifiers & ~Modifier.PUBLIC);
        return text.isEmpty() ? "" : " " + text + " ";
    }

    private static String list(Class<?>[] types) {
        return Arrays.stream(types).map(Class::getTypeName).collect(Collectors.joining(", ", "(", ")"));
    }

    @Test
    void whatExtensionsLinkToStays() throws Exception {
        Set<String> now = signatures();
        List<String> stored = Files.exists(LIST) ? Files.readAllLines(LIST) : List.of(VERSION + "0.0");
        int major = Integer.parseInt(stored.getFirst().substring(VERSION.length(), stored.getFirst().indexOf('.')));
        Set<String> before = new TreeSet<>(stored.subList(1, stored.size()));
        Set<String> gone = new TreeSet<>(before);
        gone.removeAll(now);
        assertTrue(gone.isEmpty() || ApiVersion.MAJOR > major, () -> "the api changed: extensions that were built for version "
            + stored.getFirst().substring(VERSION.length()) + " may use what is gone or another now. Put it back, or raise ApiVersion.MAJOR"
            + " and write the list again with -Dspine.write=true:\n  - " + String.join("\n  - ", gone));
        if (Boolean.getBoolean("spine.write")) {
            List<String> lines = new ArrayList<>(List.of(VERSION + ApiVersion.text()));
            lines.addAll(now);
            Files.write(LIST, lines);
            return;
        }
        Set<String> added = new TreeSet<>(now);
        added.removeAll(before);
        assertTrue(added.isEmpty(), () -> "the api changed: this is new. If it is meant to stay for good, accept it with -Dspine.write=true"
            + " (and raise ApiVersion.MINOR if " + ApiVersion.text() + " was released):\n  + " + String.join("\n  + ", added));
        assertTrue(stored.getFirst().equals(VERSION + ApiVersion.text()), () -> "the api changed: its version is " + ApiVersion.text()
            + " and the list says " + stored.getFirst() + ": write it again with -Dspine.write=true");
    }
}
