package dev.spine.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.LocalDateTime;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Extensions that come with Spine are packed to the same image each time, so that a reload sees which ones are others. */
class BuiltInExtensionTest {
    @ParameterizedTest
    @EnumSource
    void nothingInAnImageSaysWhenItWasPacked(BuiltInExtension extension) throws IOException {
        assertEquals(extension.image(), extension.image());
        try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(extension.image().bytes()))) {
            assertFalse(in.getManifest().getMainAttributes().isEmpty());
            for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                assertEquals(LocalDateTime.of(1980, 1, 1, 0, 0), entry.getTimeLocal(), entry.getName());
            }
        }
    }
}
