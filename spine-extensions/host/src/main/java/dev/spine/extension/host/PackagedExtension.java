package dev.spine.extension.host;

import dev.spine.extension.api.ApiVersion;
import dev.spine.extension.api.Extension;
import dev.spine.extension.runtime.load.ExtensionImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Packs an extension that comes with Spine into the image that a runtime loads: the classes of its package, those of other packages of
 * Spine's extensions that these name (what several extensions share is in packages of its own), and a manifest. Any thread.
 */
public final class PackagedExtension {
    /** Where extensions that come with Spine are; what the card or the host has itself is no part of an image. */
    private static final Pattern SHARED = Pattern.compile("dev/spine/extension/(?!(?:api|runtime|host|harness)/)[\\w/$]+");

    /** The earliest that a jar can say, in no time zone. */
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private PackagedExtension() {}

    /**
     * {@return the bytes of a jar with the entry's package, and what that shares with other extensions}
     *
     * @param name the extension's name
     * @param entry its entry
     */
    public static byte[] image(String name, Class<? extends Extension> entry) {
        String packagePath = entry.getPackageName().replace('.', '/');
        try {
            URI source = entry.getProtectionDomain().getCodeSource().getLocation().toURI();
            Path place = Path.of(source);
            if (Files.isDirectory(place)) {
                return pack(name, entry, place.resolve(packagePath), packagePath);
            }
            try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
                return pack(name, entry, jar.getPath(packagePath), packagePath);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the classes of " + entry.getName() + " cannot be read", e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the place of " + entry.getName() + " has no path", e);
        }
    }

    private static byte[] pack(String name, Class<?> entry, Path directory, String packagePath) throws IOException {
        SortedMap<String, byte[]> classes = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> own = files.filter(file -> file.getFileName().toString().endsWith(".class"))
                .filter(file -> !file.getFileName().toString().equals("package-info.class")).toList();
            for (Path file : own) {
                classes.put(packagePath + "/" + file.getFileName(), Files.readAllBytes(file));
            }
        }
        addNamed(entry.getClassLoader(), classes);
        return jar(name, entry.getName(), classes);
    }

    /**
     * Adds the classes of Spine's extensions that those of an image name, and what these name in turn.
     *
     * @param loader finds them
     * @param classes bytes of class files by their names in the jar, {@code "my/pkg/Name.class"}; grows
     * @throws IOException when a class cannot be read
     */
    public static void addNamed(ClassLoader loader, SortedMap<String, byte[]> classes) throws IOException {
        Deque<byte[]> toLookAt = new ArrayDeque<>(classes.values());
        while (!toLookAt.isEmpty()) {
            for (String named : namedBy(toLookAt.remove())) {
                if (classes.containsKey(named)) {
                    continue;
                }
                try (InputStream in = loader.getResourceAsStream(named)) {
                    if (in != null) {
                        byte[] bytes = in.readAllBytes();
                        classes.put(named, bytes);
                        toLookAt.add(bytes);
                    }
                }
            }
        }
    }

    /** Everything that the constants of a class file say, types within descriptors too: a card looks at those, so they must be there. */
    private static Set<String> namedBy(byte[] classFile) {
        Set<String> names = new TreeSet<>();
        for (PoolEntry constant : ClassFile.of().parse(classFile).constantPool()) {
            if (constant instanceof Utf8Entry text) {
                Matcher matcher = SHARED.matcher(text.stringValue());
                while (matcher.find()) {
                    names.add(matcher.group() + ".class");
                }
            }
        }
        return names;
    }

    /** The same code makes the same bytes whenever it is packed: who compares images sees no other one. */
    private static JarEntry entry(String name) {
        JarEntry entry = new JarEntry(name);
        entry.setTimeLocal(TIME);
        return entry;
    }

    /**
     * {@return the bytes of a jar, the same whenever it is made}
     *
     * @param name the extension's name
     * @param entry the binary name of its entry
     * @param classes bytes of class files by their names in the jar
     */
    public static byte[] jar(String name, String entry, SortedMap<String, byte[]> classes) {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue(ExtensionImage.ENTRY_ATTRIBUTE, entry);
        attributes.putValue(ExtensionImage.NAME_ATTRIBUTE, name);
        attributes.putValue(ExtensionImage.API_ATTRIBUTE, ApiVersion.text());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(bytes)) {
            out.putNextEntry(entry(JarFile.MANIFEST_NAME));
            manifest.write(out);
            out.closeEntry();
            for (Map.Entry<String, byte[]> each : classes.entrySet()) {
                out.putNextEntry(entry(each.getKey()));
                out.write(each.getValue());
                out.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a jar in memory cannot be written", e);
        }
        return bytes.toByteArray();
    }
}
