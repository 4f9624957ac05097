package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.load.LoadParameters;
import dev.spine.extension.runtime.report.InstanceLog;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.iop.PlainText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Names in images are what people read later in every list. */
class ImageNamesTest {
    private static byte[] image(String entry, @Nullable String name) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue(ExtensionImage.ENTRY_ATTRIBUTE, entry);
        if (name != null) {
            attributes.putValue(ExtensionImage.NAME_ATTRIBUTE, name);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(bytes, manifest)) {
            out.putNextEntry(new JarEntry(entry + ".class"));
            out.closeEntry();
        }
        return bytes.toByteArray();
    }

    private static void assertRefused(byte[] image) {
        String message = String.valueOf(assertThrows(ExtensionException.class, () -> ExtensionImage.parse(image)).getMessage());
        assertTrue(PlainText.isPlain(message) && message.length() < 400, message);
    }

    @Test
    void nameThatCannotBePrintedOrIsTooLongIsRefused() throws IOException {
        for (String name : List.of("\u001B[2J", "a\u202Eb", "\u200F", "x".repeat(65), "x".repeat(10_000), " ")) {
            assertRefused(image("Some", name));
        }
        assertRefused(image("S".repeat(65), null));
        assertRefused(image("So\u202Eme", "fine"));
        assertRefused(image("So\u001Bme", null));
    }

    @Test
    void nameInAnyLanguageIsTaken() throws Exception {
        assertEquals("Zähler №1", ExtensionImage.parse(image("Some", "Zähler №1")).name());
        assertEquals("x".repeat(64), ExtensionImage.parse(image("S".repeat(65), "x".repeat(64))).name());
    }

    @Test
    void parametersAndLinesOfALogAreAsPlain() {
        assertThrows(IllegalArgumentException.class, () -> new LoadParameters(Map.of("note", "a\u202Eb")));
        InstanceLog log = new InstanceLog();
        log.add(0, "\u001B[2J\u202E" + "x".repeat(10_000));
        String line = log.lines().getFirst();
        assertTrue(PlainText.isPlain(line) && line.length() < InstanceLog.LINE_LENGTH + 40, line);
    }
}
