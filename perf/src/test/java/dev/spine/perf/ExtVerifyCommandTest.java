package dev.spine.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.ExtensionImage;
import dev.spine.extension.store.StoreExtension;
import dev.spine.extension.video.VideoExtension;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtVerifyCommandTest {
    @TempDir
    private Path directory;

    private Path hostile() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue(ExtensionImage.ENTRY_ATTRIBUTE, "h.Hostile");
        Path jar = directory.resolve("hostile.jar");
        try (OutputStream file = Files.newOutputStream(jar); JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.putNextEntry(new JarEntry("h/Hostile.class"));
            out.write(ClassFile.of().build(ClassDesc.of("h.Hostile"), builder -> builder.withFlags(ClassFile.ACC_PUBLIC)
                .withMethodBody("run",
                MethodTypeDesc.of(ConstantDescs.CD_void), ClassFile.ACC_STATIC, code -> code.lineNumber(12).iconst_1().invokestatic(
                    ClassDesc.of("java.lang.System"), "exit", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int)).return_())));
            out.closeEntry();
        }
        return jar;
    }

    @Test
    void theExtensionsThatComeWithSpineAreAccepted() throws IOException {
        Path video = Files.write(directory.resolve("video.jar"), PackagedExtension.image("video", VideoExtension.class));
        Path store = Files.write(directory.resolve("store.jar"), PackagedExtension.image("store", StoreExtension.class));
        String text = CommandRun.of("ext", "verify", video).succeeded().out();
        assertTrue(text.startsWith("accepted: video, entry "), text);
        assertTrue(text.contains("dev.spine.extension.api.Buffer"), text);
        assertTrue(CommandRun.of("ext", "verify", store, "--json").succeeded().out().contains("\"accepted\" : true"));
    }

    @Test
    void aRejectedImageEndsWithOneAndSaysWhatWhyAndWhatInstead() throws IOException {
        CommandRun run = CommandRun.of("ext", "verify", hostile());
        assertEquals(1, run.code());
        assertTrue(run.out().contains("h.Hostile.run, line 12\n  forbidden  calling java.lang.System.exit(I)V [call]\n  why "), run.out());
        CommandRun json = CommandRun.of("ext", "verify", hostile(), "--json");
        assertEquals(1, json.code());
        assertTrue(json.out().contains("\"line\" : 12"), json.out());
    }

    @Test
    void whatIsNoImageIsRejectedToo() throws IOException {
        Path file = Files.writeString(directory.resolve("text.jar"), "no jar");
        for (CommandRun run : new CommandRun[] {CommandRun.of("ext", "verify", file), CommandRun.of("ext", "verify", file, "--json")}) {
            assertEquals(1, run.code());
            assertTrue(run.out().contains("manifest"), run.out());
            assertEquals("", run.err());
        }
    }

    @Test
    void aFileThatIsNotThereIsTheUsersMistake() {
        assertTrue(CommandRun.of("ext", "verify", directory.resolve("none.jar")).refusal().contains("there is no file"));
        assertTrue(CommandRun.of("ext", "verify").refusal().contains("JAR"));
    }
}
