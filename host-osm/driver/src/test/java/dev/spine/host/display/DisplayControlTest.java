package dev.spine.host.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.spine.host.driver.HostException;
import dev.spine.host.driver.OutgoingRequest;
import dev.spine.host.driver.ReplyHandler;
import dev.spine.i2o.Function;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.message.display.WindowCreate;
import dev.spine.i2o.message.display.WindowShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a display tells beside its answers, and its windows over the lives of its IOP, on every engine. */
@Timeout(60)
class DisplayControlTest {
    private final List<String> heard = new ArrayList<>();
    private final DisplayListener listener = new DisplayListener() {
        @Override
        public void onRevoked(int window, int grants) {
            heard.add("revoked " + window + " " + grants);
        }

        @Override
        public void onReset() {
            heard.add("reset");
        }
    };

    private static DisplayWindow window(DisplayNode node, int x) {
        return node.await(() -> node.osm.create(x, 0, 8, 8, WindowCreate.SHARED_WITH_NOBODY));
    }

    /** Asks for a grant, as peers do; the claimer may, too. */
    private static void share(DisplayNode node, DisplayWindow window) {
        boolean[] answered = {false};
        node.tasks().run(() -> {
            ReplyHandler handler = _ -> answered[0] = true;
            OutgoingRequest request = Objects.requireNonNull(node.iop.open(node.osm.tid(), Function.PRIVATE, WindowShare.REQUEST_WORDS, 4,
                handler), "a frame is free");
            WindowShare.request(request.frame(), Tid.HOST, node.osm.tid(), 0, window.number());
            request.frame().contexts(request.context(), 0);
            request.post();
        });
        node.tasks().await("the grant", () -> answered[0]);
    }

    private void awaitHeard(DisplayNode node, int count) {
        node.tasks().await(count + " events", () -> heard.size() >= count);
    }

    @ParameterizedTest
    @EnumSource
    void tellsOfGrantsThatEnd(DisplayNode.Kind engine) {
        try (DisplayNode node = new DisplayNode(engine, PixelFormat.RGB888)) {
            DisplayControl control = node.tasks().call(() -> new DisplayControl(node.driver, node.iop, node.osm.tid()));
            node.await(node.osm::claim);
            node.await(() -> control.listen(listener));
            DisplayWindow shared = window(node, 0);
            DisplayWindow alone = window(node, 16);
            share(node, shared);
            node.await(() -> node.osm.move(alone, 20, 0, 8, 8));
            node.await(() -> node.osm.move(shared, 2, 0, 8, 8));
            awaitHeard(node, 1);
            share(node, shared);
            node.await(() -> node.osm.destroy(shared));
            awaitHeard(node, 2);
            assertEquals(List.of("revoked " + shared.number() + " 1", "revoked " + shared.number() + " 1"), heard);

            node.await(() -> control.ignore(listener));
            DisplayWindow unheard = window(node, 0);
            share(node, unheard);
            node.await(() -> node.osm.destroy(unheard));
            assertEquals(2, heard.size());
            assertEquals(3, node.await(control::statistics).grantsRevoked());
        }
    }

    @ParameterizedTest
    @EnumSource
    void tellsWhatItHasCountedToAManagementUserAsWell(DisplayNode.Kind engine) {
        try (DisplayNode node = new DisplayNode(engine, PixelFormat.RGB888)) {
            node.await(() -> node.driver.claim(node.iop, node.osm.tid(), ClaimType.MANAGEMENT, 0));
            node.await(node.osm::claim);
            window(node, 0);
            DisplayControl control = new DisplayControl(node.driver, node.iop, node.osm.tid());
            DisplayStatistics counted = node.await(control::statistics);
            assertEquals(1, counted.windowChanges());
            assertEquals(0, counted.puts());
            assertEquals(0, counted.grantsGiven());
        }
    }

    @ParameterizedTest
    @EnumSource
    void windowsAreThereAgainAfterARestartAndGoneAfterAShutdown(DisplayNode.Kind engine) {
        try (DisplayNode node = new DisplayNode(engine, PixelFormat.RGB888)) {
            List<DisplayWindow> again = new ArrayList<>();
            DisplayRecovery recovery = node.tasks().call(() -> new DisplayRecovery(node.driver, node.osm));
            node.await(recovery::claim);
            DisplayWindow first = node.await(() -> recovery.create(0, 0, 8, 8, WindowCreate.SHARED_WITH_NOBODY,
                (_, now) -> again.add(now)));
            DisplayWindow second = node.await(() -> recovery.create(16, 4, 8, 8, WindowCreate.SHARED_WITH_ANY, (_, now) -> again.add(now)));
            DisplayWindow third = node.await(() -> recovery.create(32, 4, 8, 8, WindowCreate.SHARED_WITH_ANY, (_, now) -> again.add(now)));
            node.await(() -> recovery.move(second, 20, 6, 10, 12));
            node.await(() -> recovery.destroy(third));
            assertEquals(2, recovery.kept());

            node.await(() -> node.driver.restart(node.iop));
            node.tasks().await("the windows", () -> recovery.recovered() == 1);
            assertEquals(2, again.size());
            assertEquals(List.of(0, 0, 8, 8), place(again.getFirst()));
            assertEquals(List.of(20, 6, 10, 12), place(again.getLast()));
            assertNotEquals(first.number(), again.getFirst().number());
            DisplayWindow now = again.getFirst();
            boolean[] put = {false};
            node.tasks().run(() -> {
                RunBatch batch = Objects.requireNonNull(node.osm.begin(now, PixelFormat.RGB888, done -> put[0] = done.isPut()));
                batch.add(0, 0, 8, (int) node.pixels.base());
                batch.flush();
            });
            node.tasks().await("the pixels", () -> put[0]);

            // A second life is kept as the first one was.
            node.await(() -> node.driver.restart(node.iop));
            node.tasks().await("the windows", () -> recovery.recovered() == 2);
            assertEquals(4, again.size());
            node.await(node.driver::shutdown);
            assertEquals(0, recovery.kept());
            assertEquals(0, recovery.failed());
            assertTrue(node.tasks().call(() -> node.osm.inFlight() == 0));
        }
    }

    /** The first restart waits until its time is over for what the second one has overtaken: in modelled time that costs nothing. */
    @ParameterizedTest
    @EnumSource(names = {"MODELLED", "MODELLED_OVER_REGISTERS"})
    void aRestartInTheMiddleOfTheRecoveryLosesNoWindow(DisplayNode.Kind engine) {
        try (DisplayNode node = new DisplayNode(engine, PixelFormat.RGB888)) {
            List<DisplayWindow> again = new ArrayList<>();
            DisplayRecovery recovery = node.tasks().call(() -> new DisplayRecovery(node.driver, node.osm));
            node.await(recovery::claim);
            DisplayRecovery.Owner owner = (_, now) -> {
                again.add(now);
                if (again.size() == 1) {
                    node.driver.restart(node.iop);
                }
            };
            node.await(() -> recovery.create(0, 0, 8, 8, WindowCreate.SHARED_WITH_NOBODY, owner));
            node.await(() -> recovery.create(16, 0, 8, 8, WindowCreate.SHARED_WITH_NOBODY, owner));
            node.await(() -> recovery.create(32, 0, 8, 8, WindowCreate.SHARED_WITH_NOBODY, owner));
            node.await(() -> node.driver.restart(node.iop));
            node.tasks().await("the windows", () -> recovery.recovered() + recovery.failed() == 2);
            assertEquals(1, recovery.recovered());
            assertEquals(3, recovery.kept());
            List<DisplayWindow> last = again.subList(again.size() - 3, again.size());
            assertEquals(List.of(0, 16, 32), last.stream().map(DisplayWindow::x).sorted().toList());
        }
    }

    /** When, in a recovery, its second and third windows are destroyed. */
    enum Moment { BEFORE_THEY_ARE_MADE, WHILE_ONE_IS_MADE }

    @ParameterizedTest
    @EnumSource
    void aWindowThatIsDestroyedInTheMiddleOfTheRecoveryStaysAway(Moment moment) {
        try (DisplayNode node = new DisplayNode(DisplayNode.Kind.MODELLED, PixelFormat.RGB888)) {
            List<DisplayWindow> again = new ArrayList<>();
            List<DisplayWindow> unwanted = new ArrayList<>();
            int[] destroyed = {0};
            DisplayRecovery recovery = node.tasks().call(() -> new DisplayRecovery(node.driver, node.osm));
            DisplayMode mode = node.await(recovery::claim);
            Runnable destroy = () -> unwanted.forEach(window -> recovery.destroy(window).whenDone(done -> {
                assertNull(done.failure());
                destroyed[0]++;
            }));
            DisplayRecovery.Owner owner = (_, now) -> {
                again.add(now);
                if (moment == Moment.BEFORE_THEY_ARE_MADE) {
                    destroy.run();
                } else {
                    // Answered while the display has the next window to make.
                    node.osm.mode().whenDone(_ -> destroy.run());
                }
            };
            node.await(() -> recovery.create(0, 0, 8, 8, WindowCreate.SHARED_WITH_NOBODY, owner));
            unwanted.add(node.await(() -> recovery.create(16, 0, 8, 8, WindowCreate.SHARED_WITH_NOBODY, owner)));
            unwanted.add(node.await(() -> recovery.create(32, 0, 8, 8, WindowCreate.SHARED_WITH_NOBODY, owner)));

            node.await(() -> node.driver.restart(node.iop));
            node.tasks().await("the recovery", () -> recovery.recovered() + recovery.failed() == 1 && destroyed[0] == 2);

            assertEquals(1, recovery.recovered());
            assertEquals(1, recovery.kept());
            assertEquals(1, again.size());
            for (int window = 1; window < mode.windows(); window++) {
                node.await(() -> node.osm.create(0, 0, 8, 8, WindowCreate.SHARED_WITH_NOBODY));
            }
            assertThrows(HostException.class, () -> node.await(() -> node.osm.create(0, 0, 8, 8, WindowCreate.SHARED_WITH_NOBODY)),
                "the display has all the windows that it can have");
        }
    }

    @Test
    void aWindowThatWasMovedAndIsNotMadeAgainYetIsDestroyedAndNotMovedByTheNumberThatItHad() {
        try (DisplayNode node = new DisplayNode(DisplayNode.Kind.MODELLED, PixelFormat.RGB888)) {
            DisplayRecovery recovery = node.tasks().call(() -> new DisplayRecovery(node.driver, node.osm));
            node.await(recovery::claim);
            List<DisplayWindow> later = new ArrayList<>();
            List<HostException> refused = new ArrayList<>();
            node.await(() -> recovery.create(0, 0, 8, 8, WindowCreate.SHARED_WITH_NOBODY, (_, _) -> later.forEach(window -> {
                recovery.move(window, 40, 40, 8, 8).whenDone(moved -> refused.add(moved.failure()));
                recovery.destroy(window).whenDone(done -> assertNull(done.failure()));
            })));
            DisplayWindow made = node.await(() -> recovery.create(16, 0, 8, 8, WindowCreate.SHARED_WITH_NOBODY,
                (_, _) -> fail("it was destroyed")));
            node.await(() -> recovery.move(made, 24, 0, 8, 8));
            later.add(made);

            node.await(() -> node.driver.restart(node.iop));
            node.tasks().await("the recovery", () -> recovery.recovered() + recovery.failed() == 1);
            assertEquals(1, recovery.recovered());
            assertEquals(1, recovery.kept());
            assertTrue(String.valueOf(refused.getFirst().getMessage()).contains("not made again yet"));
        }
    }

    private static List<Integer> place(DisplayWindow window) {
        return List.of(window.x(), window.y(), window.width(), window.height());
    }
}
