package dev.spine.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.system.file.SystemFileException;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.kind.LinkKind;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KindsTest {
    @TempDir
    private Path jar;

    /** Runs something as if a jar with a provider lay on the class path. */
    private <T> T withProvider(String className, Supplier<T> body) throws IOException {
        Path services = Files.createDirectories(jar.resolve("META-INF/services"));
        Files.writeString(services.resolve(KindProvider.class.getName()), className + "\n");
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            return body.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void systemFilesNameKindsFromOutside() throws IOException {
        SystemDescription described = withProvider(OutsideKinds.class.getName(), () -> SpineComponent.create().systemFile().read("a.toml",
            """
            name = "test"

            [[wire]]
            kind = "string"
            name = "cable"

            [[iop]]
            name = "nic"

            [[iop.device]]
            kind = "lan"
            wire = "cable"
            """));
        assertEquals(OutsideKinds.NAME, described.wires().getFirst().kind());
    }

    @Test
    void aKindFromOutsideCannotTakeTheNameOfAnother() throws IOException {
        SystemFileException refusal = withProvider(OutsideKinds.class.getName(), () -> assertThrows(SystemFileException.class,
            () -> new Kinds(Map.of(), Map.of(OutsideKinds.NAME, new LinkKind()), Map.of())));
        assertTrue(String.valueOf(refusal.getMessage()).contains(OutsideKinds.NAME), refusal::toString);
        assertEquals(1, String.valueOf(refusal.getMessage()).lines().count(), refusal::toString);
    }

    @Test
    void aProviderThatCannotBeLoadedIsAnErrorOfOneLine() throws IOException {
        SystemFileException refusal = withProvider("no.such.Provider", () -> assertThrows(SystemFileException.class,
            () -> new Kinds(Map.of(), Map.of(), Map.of())));
        assertTrue(String.valueOf(refusal.getMessage()).contains("no.such.Provider"), refusal::toString);
        assertEquals(1, String.valueOf(refusal.getMessage()).lines().count(), refusal::toString);
    }
}
