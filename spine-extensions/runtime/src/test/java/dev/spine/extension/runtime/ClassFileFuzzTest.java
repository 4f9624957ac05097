package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.runtime.limits.CodeLimits;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.quota.ActivationLedger;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.extension.runtime.verify.GeneratedClasses;
import dev.spine.extension.runtime.verify.InvalidException;
import dev.spine.extension.runtime.verify.MalformedException;
import dev.spine.extension.runtime.verify.TrappedException;
import dev.spine.extension.runtime.verify.UninstantiableException;
import dev.spine.extension.runtime.verify.UnlinkableException;
import dev.spine.fuzz.Corpus;
import dev.spine.fuzz.Fuzz;
import dev.spine.i2o.MessageFrame;
import dev.spine.measure.GarbageCollection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sample.Collector;

/**
 * Whatever bytes an image has, it is refused by a named verdict, or it loads, and what loads stays within its quotas, leaves its
 * neighbour's answers as they are, and is gone without a residue once it is unloaded.
 *
 * <p>An input is a jar, or one class file, or several: {@code SPIB}, then the length of each in four bytes and its bytes. Classes are
 * packed under the names that they give themselves, with {@link GeneratedClasses#NAME} as the entry.
 */
class ClassFileFuzzTest {
    private static final int BRIEF_INPUTS = 300;
    private static final byte[] SEVERAL = "SPIB".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_CLASSES = 64;
    /** Loads until a card makes room for the next one; then all that was on it must be gone. */
    private static final int LOADS_OF_A_CARD = 400;
    private static final Set<Class<?>> NAMED = Set.of(MalformedException.class, InvalidException.class, UnlinkableException.class,
        UninstantiableException.class, TrappedException.class);
    private static final CodeLimits LITTLE = new CodeLimits(40_000, 80_000, 400_000, 1 << 18, 1 << 19, 4_096);
    private static final int NEIGHBOUR = 1;

    private final Fuzz fuzz = Fuzz.over(ClassFileFuzzTest.class, "classes").generating(ClassFileFuzzTest::generated);
    private final List<WeakReference<ClassLoader>> spaces = new ArrayList<>();
    private Card card = newCard();
    private long loads;
    private int loadsOfCard;

    private static Card newCard() {
        Card made = new Card(new InstanceLimits(16, 8, 8, 8, 8, LITTLE));
        made.listen();
        assertEquals(NEIGHBOUR, made.loaded(Collector.class));
        return made;
    }

    @BeforeEach
    void noneHasEscaped() {
        System.clearProperty(GeneratedClasses.ESCAPED);
    }

    @AfterEach
    void nothingIsLeft() {
        endCard();
    }

    private static byte[] generated(Random random) {
        byte[] made = GeneratedClasses.next(random);
        if (random.nextInt(4) == 0) {
            made[random.nextInt(made.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return made;
    }

    // --- from an input to an image

    private static byte[] image(byte[] input) {
        return input.length > 1 && input[0] == 'P' && input[1] == 'K' ? input : jar(classes(input));
    }

    private static Map<String, byte[]> classes(byte[] input) {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        if (input.length < SEVERAL.length || !Arrays.equals(SEVERAL, 0, SEVERAL.length, input, 0, SEVERAL.length)) {
            classes.put(nameOf(input, GeneratedClasses.NAME), input);
            return classes;
        }
        ByteBuffer rest = ByteBuffer.wrap(input).position(SEVERAL.length);
        while (rest.remaining() >= Integer.BYTES && classes.size() < MAX_CLASSES) {
            byte[] bytes = new byte[Math.clamp(rest.getInt(), 0, rest.remaining())];
            rest.get(bytes);
            classes.putIfAbsent(nameOf(bytes, "f.Other" + classes.size()), bytes);
        }
        return classes;
    }

    private static String nameOf(byte[] bytes, String otherwise) {
        try {
            String name = ClassFile.of().parse(bytes).thisClass().asInternalName().replace('/', '.');
            return name.length() > 100 ? otherwise : name;
        } catch (RuntimeException e) {
            return otherwise;
        }
    }

    private static byte[] jar(Map<String, byte[]> classes) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            out.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
            out.write(("Manifest-Version: 1.0\nSpine-Extension: " + GeneratedClasses.NAME + "\n").getBytes(StandardCharsets.UTF_8));
            out.closeEntry();
            for (Map.Entry<String, byte[]> one : classes.entrySet()) {
                out.putNextEntry(new ZipEntry(one.getKey().replace('.', '/') + ".class"));
                out.write(one.getValue());
                out.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    // --- what must hold

    /** The verdict, given away from any card: by one of the named exceptions, or none. */
    private static @Nullable String refusal(byte[] image) {
        try {
            ExtensionImage parsed = ExtensionImage.parse(image);
            parsed.verdict().require();
            return null;
        } catch (ExtensionException e) {
            assertTrue(NAMED.contains(e.getClass()), e::toString);
            assertFalse(String.valueOf(e.getMessage()).isBlank());
            return e.getClass().getSimpleName() + kind(String.valueOf(e.getMessage()));
        }
    }

    /** The reason, which ends a message, without what the image has put into it. */
    private static String kind(String message) {
        int at = message.lastIndexOf(": ");
        String end = message.substring(Math.max(at, 0)).replaceAll("[0-9]+", "#");
        return end.substring(0, Math.min(60, end.length()));
    }

    private Object run(byte[] input) {
        byte[] image = image(input);
        String refusal = image.length > ExtensionImage.MAX_BYTES / 2 ? "too long" : refusal(image);
        if (refusal != null && Arrays.hashCode(input) % 8 != 0) {
            return refusal;
        }
        MessageFrame reply = card.load(Arrays.copyOf(image, Math.min(image.length, ExtensionImage.MAX_BYTES / 2)));
        String verdict = card.verdict(reply);
        if (reply.requestStatus() != 0) {
            assertTrue(verdict.startsWith("refused: "), verdict);
            assertFalse(verdict.contains("cannot be metered"), verdict);
            afterwards();
            return refusal == null ? "trapped" + kind(verdict) : refusal;
        }
        assertNull(refusal, "the card runs what the verifier refuses");
        Object outcome = use(reply.word(5));
        afterwards();
        return outcome;
    }

    /** Messages, packets and time for what was loaded; its neighbour is asked in between. */
    private Object use(int number) {
        ExtensionInstance instance = card.runtime.card().table().get(number);
        assertNotNull(instance);
        for (int i = 0; i < 3; i++) {
            card.small(number, 1, i, i * 1000);
            card.port.arrive(UdpPacket.to(7000, i));
            neighbourAnswers();
        }
        spaces.add(new WeakReference<>(instance.space()));
        String ended = instance.isRunning() ? "runs" : "stopped" + kind(String.valueOf(instance.failure()));
        ActivationLedger ledger = instance.ledger();
        assertTrue(ledger.mostFuel() <= LITTLE.startFuel(), () -> ledger.mostFuel() + " units are beyond the quota");
        int fuel = Integer.numberOfLeadingZeros(ledger.mostFuel());
        card.unload(number);
        card.replies();
        loads++;
        return ended + fuel;
    }

    private void neighbourAnswers() {
        card.small(NEIGHBOUR, 1, 2);
        List<MessageFrame> replies = card.replies();
        // What the other one says to the host is its own affair; it comes from its number.
        assertEquals(1, replies.stream().filter(frame -> frame.transactionContext() >>> 24 == NEIGHBOUR && frame.word(4) == 42).count(),
            replies::toString);
    }

    private void afterwards() {
        assertNull(System.getProperty(GeneratedClasses.ESCAPED), "code has escaped");
        assertEquals(1, card.loadedInstances());
        card.replies();
        card.port.takeHome();
        assertEquals(card.port.taken, card.port.returned);
        assertEquals(0, card.runtime.card().parts().memory().used());
        assertTrue(card.allFramesAreFree());
        neighbourAnswers();
        if (++loadsOfCard == LOADS_OF_A_CARD) {
            endCard();
            card = newCard();
            loadsOfCard = 0;
        }
    }

    private void endCard() {
        card.close();
        card = newCard();
        assertEquals(0, GarbageCollection.leaves(spaces), "classes of an extension that was unloaded are still there");
        spaces.clear();
    }

    @Test
    void everyFileOfTheCorpusLoadsOrIsRefusedAsItsNameSays() {
        List<Corpus.Entry> entries = Corpus.of(ClassFileFuzzTest.class, "classes").entries();
        assertTrue(entries.size() >= 10, entries::toString);
        for (Corpus.Entry entry : entries) {
            String refusal = refusal(image(entry.bytes()));
            assertEquals(entry.name().startsWith("bad-"), refusal != null, () -> entry.name() + ": " + refusal);
        }
    }

    @Test
    void mostOfWhatIsGeneratedLoads() {
        Random random = new Random(Long.getLong("spine.seed", 1));
        int loaded = 0;
        for (int i = 0; i < 40; i++) {
            loaded += refusal(image(GeneratedClasses.next(random))) == null ? 1 : 0;
        }
        assertTrue(loaded >= 20, loaded + " of 40");
    }

    @Test
    void anyImageIsRefusedByNameOrRunsContained() {
        fuzz.briefly(BRIEF_INPUTS, this::run);
        assertTrue(loads > 0);
    }

    @Test
    @Tag("full")
    @Timeout(7200)
    void anyImageIsRefusedByNameOrRunsContainedForLong() {
        fuzz.atLength(this::run);
        System.out.println("fuzz of class files: " + loads + " of them loaded and ran");
    }
}
