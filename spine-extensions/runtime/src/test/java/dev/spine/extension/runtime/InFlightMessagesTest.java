package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.Route;
import dev.spine.extension.runtime.environment.ExecutionEnvironment;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.kernel.FrameRoute;
import java.lang.foreign.MemorySegment;
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
class InFlightMessagesTest {
    private static final int PEER = 3;
    private static final int EPOCH = 5;

    private final Card card = new Card();
    private int porter;
    private InFlightMessages notes;
    private final List<InFlightMessages.Entry> taken = new ArrayList<>();

    @BeforeEach
    void load() {
        card.listen();
        porter = card.loaded(Porter.class);
        // Of its place it needs the agent alone, while nothing is lent.
        ExecutionEnvironment environment = (ExecutionEnvironment) Proxy.newProxyInstance(ExecutionEnvironment.class.getClassLoader(),
            new Class<?>[] {ExecutionEnvironment.class}, (_, method, _) -> method.getName().equals("agent") ? card.kernel.agent() : null);
        onCard(() -> notes = new InFlightMessages(environment, card.runtime.card().table(),
            card.runtime.card().dispatcher().local()));
    }

    @AfterEach
    void close() {
        card.close();
    }

    private void onCard(Runnable task) {
        card.engine.tasks(card.kernel).run(task);
    }

    private boolean answer(InFlightMessages.Entry note, ReturnReason reason) {
        return notes.answered(note.name(), note.serial(), PEER, EPOCH, reason);
    }

    private InFlightMessages.Entry take(int handler, int number) {
        return take(porter, handler, number);
    }

    private InFlightMessages.Entry take(int sender, int handler, int number) {
        return notes.take(sender, handler, message(sender, number), PEER, EPOCH, null);
    }

    private MessageContent message(int sender, int number) {
        CardMessage message = new CardMessage(card.runtime.card().table().get(sender),
            card.runtime.card().dispatcher());
        message.begin(Route.NOWHERE);
        message.word(1, number);
        return message.content();
    }

    /** The numbers and reasons that have come back to the extension. */
    private List<String> back() {
        List<String> notified = new ArrayList<>();
        for (MessageFrame reply : card.replies()) {
            assertEquals(Porter.RETURNED, reply.word(7));
            notified.add(reply.word(4) + " " + ReturnReason.values()[reply.word(6)]);
        }
        return notified;
    }

    @Test
    void whatWasNotTakenComesBackOnceAndWhatWasTakenDoesNot() {
        onCard(() -> {
            InFlightMessages.Entry first = take(1, 41);
            InFlightMessages.Entry second = take(1, 42);
            assertTrue(answer(first, ReturnReason.TOO_LARGE));
            assertFalse(answer(first, ReturnReason.TOO_LARGE));
            assertTrue(answer(second, ReturnReason.NONE));
        });
        assertEquals(List.of("41 TOO_LARGE"), back());
    }

    @Test
    void answersOfAnotherPeerOrTimeOrOfNoMessageChangeNothing() {
        onCard(() -> {
            InFlightMessages.Entry note = take(1, 41);
            taken.add(note);
            int name = note.name();
            int serial = note.serial();
            notes.answered(name, serial, PEER + 1, EPOCH, ReturnReason.NO_RECEIVER);
            notes.answered(name, serial, PEER, EPOCH + 1, ReturnReason.NO_RECEIVER);
            notes.answered(name, serial + 1 & 0xFF, PEER, EPOCH, ReturnReason.NO_RECEIVER);
            notes.answered(0, serial, PEER, EPOCH, ReturnReason.NO_RECEIVER);
            notes.answered(255, serial, PEER, EPOCH, ReturnReason.NO_RECEIVER);
            notes.doWork((peer, epoch, session) -> true);
        });
        assertEquals(List.of(), back());
        onCard(() -> answer(taken.getFirst(), ReturnReason.NO_RECEIVER));
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
            for (int i = 0; i < InFlightMessages.OF_ONE; i++) {
                assertTrue(notes.hasRoom(porter, PEER));
                taken.add(take(1, i));
            }
            assertFalse(notes.hasRoom(porter, PEER));
            assertTrue(notes.hasRoom(porter + 1, PEER));
            notes.forget(porter);
            taken.forEach(note -> answer(note, ReturnReason.NO_RECEIVER));
            assertTrue(notes.hasRoom(porter, PEER));
        });
        assertEquals(List.of(), back());
    }

    private int takeAll(int... senders) {
        int taken = 0;
        for (int sender : senders) {
            for (; notes.hasRoom(sender, PEER); taken++) {
                this.taken.add(take(sender, 1, taken));
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
            assertEquals(InFlightMessages.ENTRIES / 2, takeAll(users));
            assertEquals(InFlightMessages.ENTRIES / 4, takeAll(others), "a second user leaves as much as he takes");
            assertEquals(InFlightMessages.OF_ONE, takeAll(porter), "the node's own always have room");
        });
        card.unload(users[0]);
        card.replies();
        onCard(() -> {
            assertFalse(notes.hasRoom(users[2], PEER), "what is not answered is still the user's");
            taken.forEach(note -> answer(note, ReturnReason.NONE));
            assertTrue(notes.hasRoom(users[2], PEER));
        });
    }

    /** A peer of 32 frames, and what was sent to it. */
    private final class SilentPeer {
        private static final int FRAMES = 32;
        private static final int RECEIVER = 1;

        private final List<MessageFrame> sent = new ArrayList<>();
        private final PeerRoutes routes;
        private final Route way;
        private final Route other;
        private MessageFrame open = new MessageFrame();
        private int free = FRAMES;
        private boolean givesFramesBack;

        SilentPeer() {
            FrameRoute frames = (FrameRoute) Proxy.newProxyInstance(FrameRoute.class.getClassLoader(), new Class<?>[] {FrameRoute.class},
                (_, method, _) -> switch (method.getName()) {
                    case "freeFrames" -> free;
                    case "open" -> free == 0 ? null : frame();
                    case "post" -> {
                        sent.add(open);
                        free -= givesFramesBack ? 0 : 1;
                        yield null;
                    }
                    case "initiator", "target", "replier" -> 0x20;
                    default -> null;
                });
            ExecutionEnvironment environment = (ExecutionEnvironment) Proxy.newProxyInstance(ExecutionEnvironment.class.getClassLoader(),
                new Class<?>[] {ExecutionEnvironment.class}, (_, method, _) -> switch (method.getName()) {
                    case "agent" -> card.kernel.agent();
                    case "peer", "openPeer" -> frames;
                    default -> null;
                });
            routes = card.peerRoutes(environment);
            way = Objects.requireNonNull(routes.route(2, 0x20, RECEIVER << 8 | 1, 1));
            other = Objects.requireNonNull(routes.route(2, 0x20, RECEIVER + 1 << 8 | 1, 1));
        }

        private MessageFrame frame() {
            open = new MessageFrame();
            open.wrap(MemorySegment.ofArray(new byte[128]), 0, 128);
            return open;
        }

        /** {@return how many messages it is sent until the sender has to wait} */
        int sendAll() {
            int count = 0;
            while (routes.canSend(porter, way)) {
                assertTrue(routes.send(porter, way, message(porter, count)));
                count++;
            }
            return count;
        }

        void answer(MessageFrame request) {
            MessageFrame reply = new MessageFrame();
            reply.wrap(MemorySegment.ofArray(new byte[128]), 0, 128);
            Replies.single(request, reply, RequestStatus.SUCCESS, 0);
            free += givesFramesBack ? 0 : 1;
            routes.onReply(reply, new int[Message.WORDS]);
        }
    }

    private SilentPeer silentPeer() {
        SilentPeer[] made = new SilentPeer[1];
        onCard(() -> made[0] = new SilentPeer());
        return made[0];
    }

    private void waitFor(SilentPeer peer) {
        card.engine.advanceTo(card.engine.nowNs() + InFlightMessages.ANSWER_NS + 2_000_000_000L);
        for (int i = 0; i < 4; i++) {
            onCard(peer.routes::doWork);
        }
    }

    @Test
    void lostAnswersNeverEndTheWayToAPeer() {
        SilentPeer peer = silentPeer();
        peer.givesFramesBack = true;
        int lost = 0;
        onCard(() -> assertEquals(PeerRoutes.WINDOW, peer.sendAll()));
        waitFor(peer);
        assertEquals(PeerRoutes.WINDOW, back().size());
        for (int round = 0; lost <= 2 * InFlightMessages.ENTRIES; round++) {
            int[] sent = new int[1];
            onCard(() -> sent[0] = peer.sendAll());
            assertTrue(sent[0] >= 1, "it is asked whether it answers again in round " + round);
            lost += sent[0];
            waitFor(peer);
            assertEquals(sent[0], back().size(), "all come back in round " + round);
        }
        onCard(() -> peer.sendAll());
        onCard(() -> peer.answer(peer.sent.getLast()));
        onCard(() -> assertTrue(peer.sendAll() >= PeerRoutes.WINDOW - 1, "an answer opens the way again"));
    }

    @Test
    void aSilentReceiverHoldsSomeFramesOfItsPeerAndLeavesTheOthersToOthers() {
        SilentPeer peer = silentPeer();
        for (int round = 0; round < 10; round++) {
            onCard(peer::sendAll);
            waitFor(peer);
            back();
        }
        assertTrue(peer.sent.size() > PeerRoutes.WINDOW, "it was asked again");
        assertTrue(peer.free >= PeerRoutes.WINDOW, peer.free + " frames are left to others");
        onCard(() -> assertTrue(peer.routes.canSend(porter, peer.other)));

        // It answers after all, late: then as much can be in flight as ever, and not more.
        List<MessageFrame> late = List.copyOf(peer.sent);
        onCard(() -> late.forEach(peer::answer));
        assertEquals(SilentPeer.FRAMES, peer.free);
        assertEquals(List.of(), back(), "nobody hears of a message twice");
        onCard(() -> assertEquals(PeerRoutes.WINDOW, peer.sendAll()));
        onCard(() -> List.copyOf(peer.sent.subList(late.size(), peer.sent.size())).forEach(peer::answer));
        onCard(() -> assertEquals(PeerRoutes.WINDOW, peer.sendAll()));
    }

    /** After the sender was told that there is room there may be none left: for the data, or because the peer has gone. */
    @Test
    void whatCannotBeSentComesBackAtOnce() {
        FrameRoute full = (FrameRoute) Proxy.newProxyInstance(FrameRoute.class.getClassLoader(), new Class<?>[] {FrameRoute.class},
            (_, method, _) -> switch (method.getName()) {
                case "freeFrames" -> 1;
                case "replier" -> 0x20;
                default -> null;
            });
        @Nullable FrameRoute[] way = {full};
        ExecutionEnvironment environment = (ExecutionEnvironment) Proxy.newProxyInstance(ExecutionEnvironment.class.getClassLoader(),
            new Class<?>[] {ExecutionEnvironment.class}, (_, method, _) -> switch (method.getName()) {
                case "agent" -> card.kernel.agent();
                case "peer", "openPeer" -> way[0];
                default -> null;
            });
        onCard(() -> {
            PeerRoutes routes = card.peerRoutes(environment);
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
