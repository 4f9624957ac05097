package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.runtime.load.ExtensionImage;
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
        return jar("h.Hostile", ClassFile.of().build(ClassDesc.of("h.Hostile"), builder -> builder.withFlags(ClassFile.ACC_PUBLIC)
            .withMethodBody("run", ConstantDescs.MTD_void, ClassFile.ACC_STATIC, code -> code.lineNumber(12).iconst_1().invokestatic(
                ClassDesc.of("java.lang.System"), "exit", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int)).return_())));
    }

    private Path jar(String name, byte[] entry) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue(ExtensionImage.ENTRY_ATTRIBUTE, name);
        Path jar = directory.resolve(name + ".jar");
        try (OutputStream file = Files.newOutputStream(jar); JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.putNextEntry(new JarEntry(name.replace('.', '/') + ".class"));
            out.write(entry);
            out.closeEntry();
        }
        return jar;
    }

    /** An extension with a method of so many additions in a row. */
    private Path additions(int count) throws IOException {
        ClassDesc context = ClassDesc.of("dev.spine.extension.api.ExtensionContext");
        return jar("h.Long", ClassFile.of().build(ClassDesc.of("h.Long"), builder -> builder.withFlags(ClassFile.ACC_PUBLIC)
            .withInterfaceSymbols(ClassDesc.of("dev.spine.extension.api.Extension"))
            .withMethodBody(ConstantDescs.INIT_NAME, ConstantDescs.MTD_void, ClassFile.ACC_PUBLIC, code -> code.aload(0)
                .invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void).return_())
            .withMethodBody("start", MethodTypeDesc.of(ConstantDescs.CD_void, context), ClassFile.ACC_PUBLIC, code -> {
                code.iconst_0();
                for (int i = 0; i < count; i++) {
                    code.iconst_1().iadd();
                }
                code.pop().return_();
            })));
    }

    @Test
    void aMethodThatNoCompilerTakesIsWarnedAbout() throws IOException {
        CommandRun run = CommandRun.of("ext", "verify", additions(4_100)).succeeded();
        assertTrue(run.out().contains("warning: h.Long.start, 82"), run.out());
        assertFalse(CommandRun.of("ext", "verify", additions(3_000)).succeeded().out().contains("warning"));
        CommandRun json = CommandRun.of("ext", "verify", additions(4_100), "--json", "-").succeeded();
        assertTrue(json.out().contains("\"interpreted\" : [ \"h.Long.start"), json.out());
    }

    @Test
    void theExtensionsThatComeWithSpineAreAccepted() throws IOException {
        Path video = Files.write(directory.resolve("video.jar"), PackagedExtension.image("video", VideoExtension.class));
        Path store = Files.write(directory.resolve("store.jar"), PackagedExtension.image("store", StoreExtension.class));
        String text = CommandRun.of("ext", "verify", video).succeeded().out();
        assertTrue(text.startsWith("accepted: video, entry "), text);
        assertTrue(text.contains("dev.spine.extension.api.Buffer"), text);
        assertTrue(CommandRun.of("ext", "verify", store, "--json", "-").succeeded().out().contains("\"accepted\" : true"));
    }

    @Test
    void aRejectedImageEndsWithOneAndSaysWhatWhyAndWhatInstead() throws IOException {
        CommandRun run = CommandRun.of("ext", "verify", hostile());
        assertEquals(1, run.code());
        assertTrue(run.out().contains("h.Hostile.run, line 12\n  forbidden  calling java.lang.System.exit(I)V [call]\n  why "), run.out());
        CommandRun json = CommandRun.of("ext", "verify", hostile(), "--json", "-");
        assertEquals(1, json.code());
        assertTrue(json.out().contains("\"line\" : 12"), json.out());
    }

    @Test
    void whatIsNoImageIsRejectedToo() throws IOException {
        Path file = Files.writeString(directory.resolve("text.jar"), "no jar");
        for (CommandRun run : new CommandRun[] {CommandRun.of("ext", "verify", file),
            CommandRun.of("ext", "verify", file, "--json", "-")}) {
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
