package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.Route;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.kernel.FrameRoute;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sample.Porter;

/** What is kept of messages to peers comes back once, and to nobody who has left. */
class PeerNotesTest {
    private static final int PEER = 3;
    private static final int EPOCH = 5;

    private final Card card = new Card();
    private int porter;
    private PeerNotes notes;

    @BeforeEach
    void load() {
        card.listen();
        porter = card.loaded(Porter.class);
        // Of its place it needs the agent alone, while nothing is lent.
        RuntimePlace place = (RuntimePlace) Proxy.newProxyInstance(RuntimePlace.class.getClassLoader(), new Class<?>[] {RuntimePlace.class},
            (_, method, _) -> method.getName().equals("agent") ? card.kernel.agent() : null);
        onCard(() -> notes = new PeerNotes(card.runtime, place));
    }

    @AfterEach
    void close() {
        card.close();
    }

    private void onCard(Runnable task) {
        card.engine.tasks(card.kernel).run(task);
    }

    private PeerNotes.Note take(int handler, int number) {
        return take(porter, handler, number);
    }

    private PeerNotes.Note take(int sender, int handler, int number) {
        return notes.take(sender, handler, message(sender, number), PEER, EPOCH, null);
    }

    private CardMessage message(int sender, int number) {
        CardMessage message = new CardMessage(card.runtime.instance(sender));
        message.begin(Route.NOWHERE);
        message.word(1, number);
        return message;
    }

    /** The numbers and reasons that have come back to the extension. */
    private List<String> back() {
        List<String> told = new ArrayList<>();
        for (MessageFrame reply : card.replies()) {
            assertEquals(Porter.RETURNED, reply.word(7));
            told.add(reply.word(4) + " " + ReturnReason.values()[reply.word(6)]);
        }
        return told;
    }

    @Test
    void whatWasNotTakenComesBackOnceAndWhatWasTakenDoesNot() {
        onCard(() -> {
            int first = take(1, 41).name();
            int second = take(1, 42).name();
            notes.answered(first, PEER, EPOCH, ReturnReason.TOO_LARGE);
            notes.answered(first, PEER, EPOCH, ReturnReason.TOO_LARGE);
            notes.answered(second, PEER, EPOCH, ReturnReason.NONE);
        });
        assertEquals(List.of("41 TOO_LARGE"), back());
    }

    @Test
    void answersOfAnotherPeerOrTimeOrOfNoMessageChangeNothing() {
        onCard(() -> {
            int name = take(1, 41).name();
            notes.answered(name, PEER + 1, EPOCH, ReturnReason.NO_RECEIVER);
            notes.answered(name, PEER, EPOCH + 1, ReturnReason.NO_RECEIVER);
            notes.answered(0, PEER, EPOCH, ReturnReason.NO_RECEIVER);
            notes.answered(255, PEER, EPOCH, ReturnReason.NO_RECEIVER);
            notes.doWork((peer, epoch, session) -> true);
        });
        assertEquals(List.of(), back());
        onCard(() -> notes.answered(1, PEER, EPOCH, ReturnReason.NO_RECEIVER));
        assertEquals(List.of("41 NO_RECEIVER"), back());
    }

    @Test
    void ofAPeerThatIsGoneWithoutAnAnswerNothingIsKnown() {
        onCard(() -> {
            take(1, 41);
            take(0, 42);
            for (int i = 0; i < 2; i++) {
                notes.doWork((peer, epoch, session) -> false);
            }
        });
        assertEquals(List.of("41 NO_ANSWER"), back());
        onCard(() -> assertEquals(0, notes.doWork((peer, epoch, session) -> false)));
    }

    @Test
    void oneExtensionLeavesRoomForOthersAndNothingComesBackToItAfterItsEnd() {
        onCard(() -> {
            for (int i = 0; i < PeerNotes.OF_ONE; i++) {
                assertTrue(notes.hasRoom(porter));
                take(1, i);
            }
            assertFalse(notes.hasRoom(porter));
            assertTrue(notes.hasRoom(porter + 1));
            notes.forget(porter);
            for (int name = 1; name <= PeerNotes.NOTES; name++) {
                notes.answered(name, PEER, EPOCH, ReturnReason.NO_RECEIVER);
            }
            assertTrue(notes.hasRoom(porter));
        });
        assertEquals(List.of(), back());
    }

    private int takeAll(int... senders) {
        int taken = 0;
        for (int sender : senders) {
            for (; notes.hasRoom(sender); taken++) {
                take(sender, 1, taken);
            }
        }
        return taken;
    }

    @Test
    void allExtensionsOfAUserTogetherLeaveRoomForOthers() {
        int[] users = new int[3];
        for (int i = 0; i < users.length; i++) {
            users[i] = card.loaded(LoadOptions.ownedBy(7), Porter.class);
        }
        int[] others = {card.loaded(LoadOptions.ownedBy(8), Porter.class), card.loaded(LoadOptions.ownedBy(8), Porter.class)};
        onCard(() -> {
            assertEquals(PeerNotes.NOTES / 2, takeAll(users));
            assertEquals(PeerNotes.NOTES / 4, takeAll(others), "a second user leaves as much as he takes");
            assertEquals(PeerNotes.OF_ONE, takeAll(porter), "the node's own always have room");
        });
        card.unload(users[0]);
        card.replies();
        onCard(() -> {
            assertFalse(notes.hasRoom(users[2]), "what is not answered is still the user's");
            for (int name = 1; name <= PeerNotes.NOTES; name++) {
                notes.answered(name, PEER, EPOCH, ReturnReason.NONE);
            }
            assertTrue(notes.hasRoom(users[2]));
        });
    }

    /** After the sender was told that there is room there may be none left: for the data, or because the peer has gone. */
    @Test
    void whatCannotBeSentComesBackAtOnce() {
        FrameRoute full = (FrameRoute) Proxy.newProxyInstance(FrameRoute.class.getClassLoader(), new Class<?>[] {FrameRoute.class},
            (_, method, _) -> method.getName().equals("freeFrames") ? 1 : null);
        @Nullable FrameRoute[] way = {full};
        RuntimePlace place = (RuntimePlace) Proxy.newProxyInstance(RuntimePlace.class.getClassLoader(), new Class<?>[] {RuntimePlace.class},
            (_, method, _) -> switch (method.getName()) {
                case "agent" -> card.kernel.agent();
                case "peer", "openPeer" -> way[0];
                default -> null;
            });
        onCard(() -> {
            PeerRoutes routes = new PeerRoutes(card.runtime, place, card.runtime.dispatcher().memory());
            Route back = Objects.requireNonNull(routes.route(2, 0x20, 1 << 8 | 1, 1));
            Route silent = Objects.requireNonNull(routes.route(2, 0x20, 1 << 8 | 1, 0));
            assertTrue(routes.send(porter, back, message(porter, 41)));
            assertFalse(routes.send(porter, silent, message(porter, 42)));
            way[0] = null;
            assertTrue(routes.send(porter, back, message(porter, 43)));
        });
        assertEquals(List.of("41 RECEIVER_FULL", "43 NO_RECEIVER"), back());
    }
}
