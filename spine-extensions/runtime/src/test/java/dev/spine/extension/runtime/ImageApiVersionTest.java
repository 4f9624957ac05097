package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.spine.extension.api.ApiVersion;
import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.verify.MalformedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageApiVersionTest {
    private static byte[] image(String version) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue(ExtensionImage.ENTRY_ATTRIBUTE, "Some");
        attributes.putValue(ExtensionImage.API_ATTRIBUTE, version);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(bytes, manifest)) {
            out.putNextEntry(new JarEntry("Some.class"));
            out.closeEntry();
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.9", "1.0", "1.99"})
    void imagesOfThisMajorVersionAndEarlierOnesAreRead(String version) throws IOException {
        byte[] image = image(version);
        assertDoesNotThrow(() -> ExtensionImage.parse(image));
    }

    @Test
    void imagesOfANewerMajorVersionAreRefusedWithBoth() throws IOException {
        byte[] image = image("2.0");
        MalformedException refused = assertThrows(MalformedException.class, () -> ExtensionImage.parse(image));
        assertEquals("the extension was written for version 2.0 of the API, and this runtime has " + ApiVersion.text()
            + ": load it onto a newer one, or build it against this one", refused.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"one", "1", "1.0.0", "-1.0", "99999999999.0", ""})
    void versionsThatAreNoneAreRefused(String version) throws IOException {
        byte[] image = image(version);
        assertThrows(MalformedException.class, () -> ExtensionImage.parse(image));
    }
}
