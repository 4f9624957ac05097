package dev.spine.extension.host;

import dev.spine.extension.api.ApiVersion;
import dev.spine.extension.api.Extension;
import dev.spine.extension.runtime.ExtensionImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** Packs an extension that comes with Spine into the image that a runtime loads: the classes of its package, and a manifest. */
public final class PackagedExtension {
    private PackagedExtension() {}

    /**
     * {@return the bytes of a jar with the entry's package}
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
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue(ExtensionImage.ENTRY_ATTRIBUTE, entry.getName());
        attributes.putValue(ExtensionImage.NAME_ATTRIBUTE, name);
        attributes.putValue(ExtensionImage.API_ATTRIBUTE, ApiVersion.text());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(bytes, manifest); Stream<Path> files = Files.list(directory)) {
            List<Path> classes = files.filter(file -> file.getFileName().toString().endsWith(".class"))
                .filter(file -> !file.getFileName().toString().equals("package-info.class")).sorted().toList();
            for (Path file : classes) {
                out.putNextEntry(new JarEntry(packagePath + "/" + file.getFileName()));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
        return bytes.toByteArray();
    }
}
