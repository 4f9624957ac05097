package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.QuotaError;
import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.meter.RedTeam;
import dev.spine.i2o.MessageFrame;
import dev.spine.measure.GarbageCollection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sample.Collector;

/**
 * Every hostile program that the verifier lets in, on a card beside a neighbour: it is stopped by its quota, whether it attacks while it
 * starts or in a handler; the neighbour answers as it does alone; what it held comes back; nothing of it survives its unload.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("SO-11")
@Tag("SS-16")
class RedTeamTest {
    private Map<String, Map<String, byte[]>> atStart = Map.of();
    private Map<String, Map<String, byte[]>> atMessage = Map.of();
    private List<String> alone = List.of();
    private final List<WeakReference<ClassLoader>> spaces = new ArrayList<>();
    private Card card = new Card();
    private int neighbour;

    static List<String> accepted() {
        return RedTeam.accepted();
    }

    static List<String> rejected() {
        return List.copyOf(RedTeam.rejected().keySet());
    }

    @BeforeAll
    void compile() {
        card.close();
        atStart = RedTeam.images(RedTeam.Moment.START);
        atMessage = RedTeam.images(RedTeam.Moment.MESSAGE);
        open();
        alone = exchange(() -> { });
        card.close();
    }

    @BeforeEach
    void open() {
        card = new Card();
        card.listen();
        neighbour = card.loaded(Collector.class);
    }

    @AfterEach
    void close() {
        card.close();
    }

    /** Nothing of any of them is left: their classes are gone once the cards are. */
    @AfterAll
    void noClassSurvives() {
        card = new Card();
        long left = GarbageCollection.leaves(spaces);
        card.close();
        assertFalse(spaces.isEmpty());
        assertEquals(0, left, "class loaders that survive their unload");
    }

    /** What the neighbour says to a fixed sequence of orders and packets, with something in the middle of each. */
    private List<String> exchange(Runnable between) {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            card.small(neighbour, 1, 2);
            between.run();
            card.port.arrive(UdpPacket.to(7000, i));
            card.small(neighbour, 1, 7);
            for (MessageFrame reply : card.replies()) {
                said.add(reply.transactionContext() + " " + reply.word(4) + " " + reply.word(5));
            }
        }
        card.port.takeHome();
        assertEquals(card.port.taken, card.port.returned, "packets that have come home");
        said.add(card.runtime.card().table().get(neighbour).counters().counter("bytes seen").value() + " bytes seen");
        return said;
    }

    private static byte[] jar(String program, Map<String, byte[]> classes) {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue(ExtensionImage.ENTRY_ATTRIBUTE, RedTeam.entry(program));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(bytes, manifest)) {
            for (Map.Entry<String, byte[]> one : classes.entrySet()) {
                out.putNextEntry(new JarEntry(one.getKey().replace('.', '/') + ".class"));
                out.write(one.getValue());
                out.closeEntry();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static Map<String, byte[]> of(Map<String, Map<String, byte[]>> images, String program) {
        Map<String, byte[]> image = images.get(program);
        assertNotNull(image, program);
        return image;
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void anAttackInAHandlerIsStoppedAndTheNeighbourAnswersAsAlone(String program) {
        MessageFrame reply = card.load(jar(program, of(atMessage, program)));
        assertEquals(0, reply.requestStatus(), () -> card.verdict(reply));
        int number = reply.word(5);
        ExtensionInstance attacker = card.runtime.card().table().get(number);
        assertNotNull(attacker);

        assertEquals(alone, exchange(() -> card.small(number, 1)));

        assertFalse(attacker.isRunning());
        assertTrue(attacker.failure() instanceof QuotaError, () -> "stopped by " + attacker.failure());
        spaces.add(new WeakReference<>(attacker.space()));
        card.unload(number);
        card.replies();
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void anAttackInTheStartIsRefusedAndTheNeighbourAnswersAsAlone(String program) {
        MessageFrame reply = card.load(jar(program, of(atStart, program)));
        assertNotEquals(0, reply.requestStatus());
        assertTrue(card.verdict(reply).startsWith("refused: start of "), () -> card.verdict(reply));

        assertEquals(alone, exchange(() -> { }));

        assertNothingIsLeft();
    }

    @ParameterizedTest
    @MethodSource("rejected")
    void whatTheVerifierStopsIsRefusedByItsRule(String program) {
        MessageFrame reply = card.load(jar(program, of(atMessage, program)));
        assertNotEquals(0, reply.requestStatus());
        String rule = "[" + RedTeam.rejected().get(program) + "]";
        assertTrue(card.verdict(reply).contains(rule), () -> rule + " is not in " + card.verdict(reply));

        assertEquals(alone, exchange(() -> { }));

        assertNothingIsLeft();
    }

    private void assertNothingIsLeft() {
        assertEquals(1, card.loadedInstances());
        assertEquals(0, card.runtime.card().parts().memory().used());
        assertTrue(card.allFramesAreFree());
    }
}
