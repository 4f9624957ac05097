package dev.spine.perf.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.video.VideoExtension;
import dev.spine.perf.race.RaceExploration.Found;
import dev.spine.perf.race.RaceExploration.Loss;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** All orders of messages, packets and transfers while a window moves, at small size. */
@Tag("full")
class RaceExplorationTest {
    private static byte[] image() {
        return PackagedExtension.image("video", VideoExtension.class);
    }

    private static Found explore(RaceVariant variant, int moves, int packets) {
        try (RaceExploration exploration = new RaceExploration(variant, moves, packets)) {
            Found found = exploration.explore();
            System.out.println(variant + ", " + moves + " moves, " + packets + " packets: " + found.states() + " states, " + found.runs()
                + " runs, " + String.format("%.0f", found.orders()) + " orders, of which " + String.format("%.0f", found.ordersWithStrays())
                + " with strays");
            return found;
        }
    }

    private static void assertNothingOutsideAndNothingMissed(Found found) {
        assertEquals(0, found.endsWithStrays(), () -> "outside after " + found.shortestStray());
        assertEquals(0, found.endsWithMissed());
        assertEquals(0, found.endsNotAtRest());
        assertTrue(found.ends() > 0);
    }

    @Test
    @Tag("SS-59")
    void withoutSynchronisationSomeOrdersDrawOutside() {
        Found found = explore(RaceVariant.UNSYNCHRONISED, 2, 2);
        assertTrue(found.endsWithStrays() > 0 && found.endsWithStrays() < found.ends());
        assertEquals(0, found.endsNotAtRest());
        List<String> order = found.shortestStray();
        assertNotNull(order);
        // It is no matter of what was tried before: a new system does the same.
        try (RaceExploration fresh = new RaceExploration(RaceVariant.UNSYNCHRONISED, 2, 2)) {
            assertTrue(fresh.replay(order).strayPixels() > 0);
        }
    }

    @Test
    @Tag("SS-60")
    void noOrderDrawsOutsideWhileVideoPauses() {
        Found found = explore(RaceVariant.PAUSE, 2, 2);
        assertEquals(0, found.endsWithStrays());
        assertEquals(0, found.endsNotAtRest());
        assertTrue(found.endsWithMissed() > 0);
    }

    @Test
    @Tag("SS-61")
    void noOrderDrawsOutsideOrMissesAPacketWithAnAgreement() {
        assertNothingOutsideAndNothingMissed(explore(RaceVariant.AGREEMENT, 2, 2));
        assertNothingOutsideAndNothingMissed(explore(RaceVariant.GRANT_AGREEMENT, 1, 3));
    }

    @Test
    @Tag("SS-61")
    @Tag("full")
    void noOrderDrawsOutsideOrMissesAPacketInLongerDrags() {
        assertNothingOutsideAndNothingMissed(explore(RaceVariant.AGREEMENT, 2, 3));
        assertNothingOutsideAndNothingMissed(explore(RaceVariant.AGREEMENT, 3, 2));
        assertNothingOutsideAndNothingMissed(explore(RaceVariant.GRANT_AGREEMENT, 2, 2));
        assertEquals(0, explore(RaceVariant.PAUSE, 3, 2).endsWithStrays());
    }

    /** States are left when they were there before: that must not hide anything. */
    @ParameterizedTest
    @EnumSource(RaceVariant.class)
    void whatIsFoundIsWhatEveryOrderFinds(RaceVariant variant) {
        int packets = variant == RaceVariant.GRANT || variant == RaceVariant.GRANT_AGREEMENT ? 1 : 2;
        try (RaceExploration all = new RaceExploration(variant, 1, packets); RaceExploration some = new RaceExploration(variant, 1,
            packets)) {
            long[] every = all.everyOrder();
            Found found = some.explore();
            assertEquals(every[0], Math.round(found.orders()));
            assertEquals(every[1], Math.round(found.ordersWithStrays()));
        }
    }

    private static Stream<Loss> losses() {
        return IntStream.range(0, 4).boxed().flatMap(number -> Stream.of(new Loss.Orders(number, 1), new Loss.Answer(number)));
    }

    /** As often as an order is sent at most, and twice as often. */
    private static Stream<Loss> longerLosses() {
        return IntStream.range(0, 4).boxed().flatMap(number -> Stream.of(new Loss.Orders(number, 3), new Loss.Orders(number, 6)));
    }

    @ParameterizedTest
    @MethodSource("losses")
    void noOrderDrawsOutsideOrHangsWhenAMessageIsLost(Loss loss) {
        assertNothingOutsideWith(loss);
    }

    @ParameterizedTest
    @MethodSource("longerLosses")
    @Tag("full")
    void noOrderDrawsOutsideOrHangsWhenMessagesAreLostUntilTheHostGivesUp(Loss loss) {
        assertNothingOutsideWith(loss);
    }

    private static void assertNothingOutsideWith(Loss loss) {
        for (RaceVariant variant : new RaceVariant[] {RaceVariant.PAUSE, RaceVariant.AGREEMENT, RaceVariant.GRANT_AGREEMENT}) {
            int packets = variant == RaceVariant.GRANT_AGREEMENT ? 1 : 2;
            try (RaceExploration exploration = new RaceExploration(variant, 1, packets, image(), loss)) {
                Found found = exploration.explore();
                assertEquals(0, found.endsWithStrays(), () -> variant + ": outside after " + found.shortestStray());
                assertEquals(0, found.endsNotAtRest());
            }
        }
    }

    /** The exploration can fail: an extension that agrees without waiting for the end of its transfers is caught. */
    @Test
    void anAgreementWithoutTheFenceIsCaught() throws IOException {
        byte[] hasty = with(image(), "dev/spine/extension/video/MoveAgreement.class", "hasEndedTransfers");
        for (RaceVariant variant : new RaceVariant[] {RaceVariant.PAUSE, RaceVariant.AGREEMENT}) {
            try (RaceExploration exploration = new RaceExploration(variant, 1, 2, hasty, new Loss.None())) {
                assertTrue(exploration.explore().endsWithStrays() > 0, variant::name);
            }
        }
    }

    /** A jar in which a method without arguments says yes. */
    private static byte[] with(byte[] jar, String path, String method) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int changed = 0;
        try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(jar)); JarOutputStream to = in.getManifest() == null
            ? new JarOutputStream(out) : new JarOutputStream(out, in.getManifest())) {
            for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                byte[] bytes = in.readAllBytes();
                if (entry.getName().equals(path)) {
                    bytes = saysYes(bytes, method);
                    changed++;
                }
                to.putNextEntry(new JarEntry(entry.getName()));
                to.write(bytes);
            }
        }
        assertEquals(1, changed);
        return out.toByteArray();
    }

    private static byte[] saysYes(byte[] bytes, String method) {
        ClassFile file = ClassFile.of();
        assertTrue(file.parse(bytes).methods().stream().map(one -> one.methodName().stringValue()).anyMatch(Set.of(method)::contains));
        return file.transformClass(file.parse(bytes), ClassTransform.transformingMethods(
            one -> one.methodName().equalsString(method), (builder, element) -> {
                if (element instanceof CodeModel) {
                    builder.withCode(code -> code.iconst_1().ireturn());
                } else {
                    builder.with(element);
                }
            }));
    }
}
