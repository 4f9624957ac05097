package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.load.LinkPolicy;
import dev.spine.extension.runtime.load.MeteredImage;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.meter.Probes;
import dev.spine.extension.runtime.verify.CodeElements;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.extension.runtime.verify.Finding;
import dev.spine.extension.runtime.verify.Rule;
import dev.spine.extension.runtime.verify.Verifier;
import dev.spine.i2o.MessageFrame;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.charset.StandardCharsets;
import java.util.AbstractCollection;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sample.BadStart;
import sample.Collector;
import sample.Trespasser;

/** Images that are cut, damaged, huge or wrong: refused with a reason, and the next good one loads. */
class HostileImageTest {
    private static final int MEGABYTE = 1 << 20;

    /** As deep as a class may be long: three bytes a level. */
    private static final int DEPTH = 40_000;

    private final Card card = new Card();

    @AfterEach
    void theCardGoesOn() {
        assertEquals(0, card.runtime.card().parts().memory().used());
        card.loaded(Collector.class);
        card.close();
    }

    private String refusal(byte[] image) {
        MessageFrame reply = card.load(image);
        assertNotEquals(0, reply.requestStatus(), () -> card.verdict(reply));
        String verdict = card.verdict(reply);
        assertTrue(verdict.startsWith("refused: "), verdict);
        assertEquals(0, card.runtime.card().parts().memory().used());
        return verdict;
    }

    /** A jar of entries of so many zeros, after a manifest of so many bytes. */
    private static byte[] jar(int manifestBytes, String name, long zeros) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            out.setLevel(9);
            out.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
            out.write("Manifest-Version: 1.0\nSpine-Extension: sample.Collector\n".getBytes(StandardCharsets.UTF_8));
            byte[] line = "Padding: 0123456789012345678901234567890123456789012345678901234\n".getBytes(StandardCharsets.UTF_8);
            for (int written = 0; written < manifestBytes; written += line.length) {
                out.write(line);
            }
            out.closeEntry();
            out.putNextEntry(new ZipEntry(name));
            zeros(out, zeros);
            out.closeEntry();
        }
        return bytes.toByteArray();
    }

    private static void zeros(OutputStream out, long count) throws IOException {
        byte[] block = new byte[64 * 1024];
        for (long left = count; left > 0; left -= block.length) {
            out.write(block, 0, (int) Math.min(left, block.length));
        }
    }

    @Test
    void imagesThatAreCutAreRefused() {
        byte[] whole = Card.image(Collector.class);
        for (int length = 1; length < whole.length - 200; length += 37) {
            // Beyond that only the directory at the end is cut, which a reader of a stream does not need.
            MessageFrame reply = card.load(Arrays.copyOf(whole, length));
            if (reply.requestStatus() == 0) {
                card.unload(reply.word(5));
                card.replies();
            }
        }
        refusal(Arrays.copyOf(whole, whole.length / 2));
    }

    @Test
    void imagesThatAreDamagedAreRefusedOrLoad() {
        long given = Long.getLong("spine.seed", 0);
        byte[] whole = Card.image(Collector.class);
        for (long seed = given == 0 ? 1 : given; seed <= (given == 0 ? 400 : given); seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] damaged = whole.clone();
            for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                MessageFrame reply = card.load(damaged);
                if (reply.requestStatus() == 0) {
                    card.unload(reply.word(5));
                    card.replies();
                }
            } catch (RuntimeException | Error e) {
                throw new AssertionError("seed " + seed + " failed; run it again with -Dspine.seed=" + seed, e);
            }
        }
    }

    /** A class with an annotation whose value is an array in an array in an array. */
    private static byte[] nested() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(ClassFile.JAVA_21_VERSION);
        List<String> texts = List.of("hostile/Deep", "java/lang/Object", "RuntimeVisibleAnnotations", "Ljava/lang/Deprecated;", "x");
        out.writeShort(texts.size() + 4);
        for (String text : texts) {
            out.writeByte(PoolEntry.TAG_UTF8);
            out.writeUTF(text);
        }
        for (int name = 1; name <= 2; name++) {
            out.writeByte(PoolEntry.TAG_CLASS);
            out.writeShort(name);
        }
        out.writeByte(PoolEntry.TAG_INTEGER);
        out.writeInt(1);
        out.writeShort(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER);
        for (int each : new int[] {6, 7, 0, 0, 0, 1, 3}) {
            out.writeShort(each);
        }
        out.writeInt(11 + 3 * DEPTH);
        for (int each : new int[] {1, 4, 1, 5}) {
            out.writeShort(each);
        }
        for (int i = 0; i < DEPTH; i++) {
            out.writeByte('[');
            out.writeShort(1);
        }
        out.writeByte('I');
        out.writeShort(8);
        return bytes.toByteArray();
    }

    @Test
    void annotationsThatAreDeeperThanTheStackAreRefused() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            out.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
            out.write("Manifest-Version: 1.0\nSpine-Extension: hostile.Deep\n".getBytes(StandardCharsets.UTF_8));
            out.closeEntry();
            out.putNextEntry(new ZipEntry("hostile/Deep.class"));
            out.write(nested());
            out.closeEntry();
        }
        refusal(bytes.toByteArray());
        assertEquals(List.of(Rule.CLASS_FILE), new Verifier(LinkPolicy::mayDefine).verify(Map.of("hostile.Deep", nested()), null).findings()
            .stream().map(Finding::rule).toList(), "whoever asks");
    }

    @Test
    void whateverMeteringAnImageTakesIsSaidOfTheImage() {
        for (Throwable thrown : List.of(new StackOverflowError(), new OutOfMemoryError("no room"), new IndexOutOfBoundsException("17"))) {
            Collection<ClassModel> classes = new AbstractCollection<>() {
                @Override
                public Iterator<ClassModel> iterator() {
                    HostileImageTest.<RuntimeException>raise(thrown);
                    return Collections.emptyIterator();
                }

                @Override
                public int size() {
                    return 1;
                }
            };
            assertThrows(ExtensionException.class,
                () -> MeteredImage.of("Entry", classes, new CodeElements(), Probes.NONE), thrown::toString);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Test
    void randomBytesAreRefused() {
        for (int i = 0; i < 50; i++) {
            byte[] bytes = new byte[1 + i * 100];
            new java.util.Random(i).nextBytes(bytes);
            refusal(bytes);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"big.class", "big.txt", "META-INF/big.SF", "directory/"})
    @Tag("full")
    void whatUnpacksToMoreThanTheLimitIsRefusedBeforeItIsUnpacked(String name) throws IOException {
        String verdict = refusal(jar(0, name, 300L * MEGABYTE));
        assertTrue(verdict.contains("unpacks to more than"), verdict);
    }

    @Test
    void aManifestWithoutEndIsRefusedBeforeItIsUnpacked() throws IOException {
        String verdict = refusal(jar(200 * MEGABYTE, "a.txt", 1));
        assertTrue(verdict.contains("unpacks to more than"), verdict);
    }

    @Test
    void anImageWithoutBytesIsRefused() {
        card.postPrivate(RuntimeProtocol.LOAD, java.util.List.of(0), java.util.List.of(
            dev.spine.i2o.sgl.SglElement.Simple.into((int) card.hostMemory.base() + (512 << 10), 4096)));
        MessageFrame reply = card.replies().getFirst();
        assertNotEquals(0, reply.requestStatus());
        assertTrue(card.verdict(reply).startsWith("refused: "), card.verdict(reply));
    }

    @Test
    void anEntryThatIsNoExtensionIsNamed() {
        assertTrue(refusal(Card.image(BadStart.NoExtension.class)).contains("does not implement"));
    }

    @ParameterizedTest
    @ValueSource(classes = {BadStart.AbstractEntry.class, BadStart.HiddenConstructor.class, BadStart.ThrowingConstructor.class,
        BadStart.DeepInitialiser.class, BadStart.ErrorInInitialiser.class, BadStart.MissingClass.class})
    void anEntryThatCannotBeMadeOrStartedIsRefused(Class<?> entry) {
        assertTrue(refusal(Card.image(entry)).contains(entry.getSimpleName()));
    }

    @Test
    void aStartThatTakesEverythingAndFailsLeavesNothing() {
        for (int i = 0; i < 5; i++) {
            refusal(Card.image(BadStart.GreedyStart.class));
        }
        refusal(Card.image(BadStart.GreedyStart.class, BadStart.class));
    }

    @Test
    void aClassUnderAWrongNameIsRefused() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            out.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
            out.write("Manifest-Version: 1.0\nSpine-Extension: sample.Other\n".getBytes(StandardCharsets.UTF_8));
            out.closeEntry();
            out.putNextEntry(new ZipEntry("sample/Other.class"));
            out.write(Collector.class.getResourceAsStream("Collector.class").readAllBytes());
            out.closeEntry();
        }
        refusal(bytes.toByteArray());
    }

    @ParameterizedTest
    @ValueSource(strings = {"java/lang/Evil.class", "dev/spine/extension/api/Evil.class", "dev/spine/iop/bus/Evil.class",
        "dev/spine/extension/runtime/Evil.class", "dev/spine/i2o/Evil.class", "dev/spine/peer/Evil.class", "dev/spine/device/Evil.class"})
    void aClassInANamespaceOfTheSystemIsRefused(String name) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            out.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
            String entry = name.substring(0, name.length() - 6).replace('/', '.');
            out.write(("Manifest-Version: 1.0\nSpine-Extension: " + entry + "\n").getBytes(StandardCharsets.UTF_8));
            out.closeEntry();
            out.putNextEntry(new ZipEntry(name));
            out.write(Collector.class.getResourceAsStream("Collector.class").readAllBytes());
            out.closeEntry();
        }
        assertTrue(refusal(bytes.toByteArray()).contains("use a package of your own"));
    }

    @Test
    void aSignedImageIsRefused() throws IOException {
        assertTrue(refusal(jar(0, "META-INF/AUTHOR.SF", 1)).contains("without signing it"));
    }

    @Test
    void theFirstFindingTravelsToTheHostWithLineReasonAndRemedy() {
        String verdict = refusal(Card.image(Trespasser.class));
        assertTrue(verdict.startsWith("refused: sample.Trespasser.start, line "), verdict);
        assertTrue(verdict.contains("calling java.lang.System.setProperty("), verdict);
        assertTrue(verdict.endsWith(Rule.CALL.why() + "; " + Rule.CALL.remedy()), verdict);
    }
}
