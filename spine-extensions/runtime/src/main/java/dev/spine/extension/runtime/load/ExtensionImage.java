package dev.spine.extension.runtime.load;

import dev.spine.extension.api.ApiVersion;
import dev.spine.extension.runtime.meter.Probes;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.extension.runtime.verify.Limits;
import dev.spine.extension.runtime.verify.MalformedException;
import dev.spine.extension.runtime.verify.Verdict;
import dev.spine.extension.runtime.verify.Verification;
import dev.spine.extension.runtime.verify.Verifier;
import dev.spine.iop.PlainText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The classes of an extension and the name of its entry, read from the bytes of a jar. Any thread.
 *
 * @param name the extension's name, from {@code Spine-Extension-Name} or the entry class
 * @param entryClass the class that implements {@code Extension}, from {@code Spine-Extension}
 * @param classes class name to class file
 */
public record ExtensionImage(String name, String entryClass, Map<String, byte[]> classes) {
    /** The manifest attribute that names the entry class. */
    public static final String ENTRY_ATTRIBUTE = "Spine-Extension";
    /** The manifest attribute that names the extension. */
    public static final String NAME_ATTRIBUTE = "Spine-Extension-Name";
    /** The manifest attribute that says for which version of the API the extension was written: {@code "1.0"}; without it, for this one. */
    public static final String API_ATTRIBUTE = "Spine-Api";
    /** The most bytes that an image may have, packed or unpacked. */
    public static final int MAX_BYTES = Limits.IMAGE_BYTES.most();
    /** The most classes that an image may have. */
    public static final int MAX_CLASSES = Limits.CLASSES.most();

    /** HotSpot's {@code HugeMethodLimit}. */
    private static final int LONGEST_COMPILED = 8_000;
    private static final Pattern API_VERSION = Pattern.compile("\\d{1,4}\\.\\d{1,4}");
    private static final Pattern SIGNATURE = Pattern.compile("META-INF/[^/]+\\.(SF|RSA|DSA|EC)", Pattern.CASE_INSENSITIVE);

    /** {@return the verdict on the classes; none of them is defined for it} */
    public Verdict verdict() {
        return examine().verdict();
    }

    /**
     * {@return methods of an accepted image that stay interpreted, some twenty times slower: with its charges, the code of each is longer
     * than the {@value #LONGEST_COMPILED} bytes that the compilers of the Java virtual machine take; each as
     * {@code Class.method, 9000 bytes}}
     *
     * @throws ExtensionException when the image cannot be metered
     */
    public List<String> interpretedMethods() throws ExtensionException {
        Verification verification = examine();
        List<String> interpreted = new ArrayList<>();
        MeteredImage.of(entryClass, verification.classes(), verification.code(), Probes.NONE).classes().forEach((name,
            bytes) -> {
            for (MethodModel method : ClassFile.of().parse(bytes).methods()) {
                int length = method.code().orElse(null) instanceof CodeAttribute code ? code.codeLength() : 0;
                if (length > LONGEST_COMPILED) {
                    interpreted.add(name + '.' + method.methodName().stringValue() + ", " + length + " bytes");
                }
            }
        });
        return interpreted;
    }

    /** {@return the verdict, and the classes as they were read for it} */
    public Verification examine() {
        return new Verifier(LinkPolicy::mayDefine).examine(classes, entryClass);
    }

    /**
     * Reads an image.
     *
     * @param jar the bytes of a jar, at most {@link #MAX_BYTES}
     * @return the image
     * @throws ExtensionException when it is no such jar or exceeds a limit
     */
    public static ExtensionImage parse(byte[] jar) throws ExtensionException {
        if (jar.length > MAX_BYTES) {
            throw new MalformedException("the image has " + jar.length + " bytes; at most " + MAX_BYTES + " are allowed: leave out what is"
                + " not needed on the card");
        }
        Map<String, byte[]> classes = new LinkedHashMap<>();
        Manifest manifest = null;
        // Not JarInputStream: it unpacks the manifest, and what it skips, without a limit.
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar))) {
            int left = MAX_BYTES;
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                byte[] bytes = in.readNBytes(left + 1);
                left -= bytes.length;
                if (left < 0) {
                    throw tooLarge();
                }
                if (entry.getName().equalsIgnoreCase(JarFile.MANIFEST_NAME)) {
                    manifest = new Manifest(new ByteArrayInputStream(bytes));
                }
                if (SIGNATURE.matcher(entry.getName()).matches()) {
                    throw new MalformedException("the image has the signature " + entry.getName() + ", which nobody would check: pack it"
                        + " without signing it");
                }
                if (!entry.getName().endsWith(".class")) {
                    continue;
                }
                if (classes.size() == MAX_CLASSES) {
                    throw tooLarge();
                }
                String name = entry.getName().substring(0, entry.getName().length() - ".class".length()).replace('/', '.');
                if (!PlainText.isPlain(name)) {
                    throw new MalformedException("the image has a class whose name cannot be printed, " + name
                        + ": give it one of letters");
                }
                if (classes.put(name, bytes) != null) {
                    throw new MalformedException("the image has class " + name + " twice: build it again from clean classes");
                }
            }
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            // Whatever its bytes do to the JDK's readers is said of the image, not of who reads it.
            throw new MalformedException("the image is no readable jar: " + e.getMessage(), e);
        }
        String entryClass = attribute(manifest, ENTRY_ATTRIBUTE);
        if (entryClass == null) {
            throw new MalformedException("the jar's manifest has no attribute " + ENTRY_ATTRIBUTE + ": name the class that implements"
                + " Extension there");
        }
        if (!classes.containsKey(entryClass)) {
            throw new MalformedException("the manifest names " + entryClass + ", which is not in the jar");
        }
        checkApi(attribute(manifest, API_ATTRIBUTE));
        String given = attribute(manifest, NAME_ATTRIBUTE);
        String name = given != null ? given : entryClass.substring(entryClass.lastIndexOf('.') + 1);
        if (!PlainText.isName(name)) {
            throw new MalformedException("an extension's name has 1 to " + PlainText.MAX_NAME + " printable characters, not "
                + name.length() + ", '" + FailureText.oneLine(name, PlainText.MAX_NAME) + "': give it one by the manifest's attribute "
                + NAME_ATTRIBUTE);
        }
        return new ExtensionImage(name, entryClass, classes);
    }

    private static void checkApi(@Nullable String version) throws MalformedException {
        if (version == null) {
            return;
        }
        if (!API_VERSION.matcher(version).matches()) {
            throw new MalformedException("the manifest's " + API_ATTRIBUTE + " is '" + FailureText.oneLine(version) + "': write the version"
                + " of the API as " + ApiVersion.text());
        }
        if (Integer.parseInt(version.substring(0, version.indexOf('.'))) > ApiVersion.MAJOR) {
            throw new MalformedException("the extension was written for version " + version + " of the API, and this runtime has "
                + ApiVersion.text() + ": load it onto a newer one, or build it against this one");
        }
    }

    private static MalformedException tooLarge() {
        return new MalformedException("the image unpacks to more than " + MAX_BYTES + " bytes or " + MAX_CLASSES + " classes: leave out"
            + " what is not needed on the card");
    }

    private static @Nullable String attribute(@Nullable Manifest manifest, String name) {
        return manifest == null ? null : manifest.getMainAttributes().getValue(new Attributes.Name(name));
    }
}
