package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.Message;
import dev.spine.extension.api.ReturnReason;
import dev.spine.extension.api.Route;
import dev.spine.extension.runtime.environment.ExecutionEnvironment;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.RequestStatus;
import dev.spine.iop.kernel.FrameRoute;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sample.Porter;

/** Cards that do not answer, or that answer what another was asked: each harms itself alone. */
class SeveralPeersTest {
    private static final int FRAMES = 64;
    private static final int TID = 0x20;
    private static final int RECEIVER = 1;
    private static final long SECOND_NS = 1_000_000_000L;

    private final Card card = new Card();
    private final Map<Integer, Peer> peers = new HashMap<>();
    private final ExecutionEnvironment environment
        = (ExecutionEnvironment) Proxy.newProxyInstance(ExecutionEnvironment.class.getClassLoader(),
        new Class<?>[] {ExecutionEnvironment.class}, (_, method, arguments) -> switch (method.getName()) {
            case "agent" -> card.kernel.agent();
            case "peer", "openPeer" -> peers.computeIfAbsent((Integer) arguments[0], Peer::new).frames;
            case "hasWays" -> true;
            case "wayState" -> ExecutionEnvironment.WayState.OPEN;
            default -> null;
        });
    private PeerRoutes routes;

    SeveralPeersTest() {
        card.listen();
        onCard(() -> routes = card.peerRoutes(environment));
    }

    @AfterEach
    void close() {
        card.close();
    }

    private void onCard(Runnable task) {
        card.engine.tasks(card.kernel).run(task);
    }

    /** A card that keeps what it is sent until a test answers it. */
    private final class Peer {
        private final int iopId;
        private final List<MessageFrame> sent = new ArrayList<>();
        private MessageFrame open = new MessageFrame();
        private final FrameRoute frames;

        Peer(int iopId) {
            this.iopId = iopId;
            frames = (FrameRoute) Proxy.newProxyInstance(FrameRoute.class.getClassLoader(), new Class<?>[] {FrameRoute.class},
                (_, method, _) -> switch (method.getName()) {
                    case "freeFrames" -> FRAMES - sent.size();
                    case "open" -> sent.size() == FRAMES ? null : frame();
                    case "post" -> {
                        sent.add(open);
                        yield null;
                    }
                    case "initiator", "target" -> TID;
                    // Under which this card knows it.
                    case "replier" -> 0x100 + iopId;
                    default -> null;
                });
        }

        private MessageFrame frame() {
            open = new MessageFrame();
            open.wrap(MemorySegment.ofArray(new byte[128]), 0, 128);
            return open;
        }

        Route way(int returnHandler) {
            return Objects.requireNonNull(routes.route(iopId, TID, RECEIVER << 8 | 1, returnHandler));
        }

        /** {@return how many messages an extension can send it at once, which want to come back if they are not taken} */
        int sendAll(int sender) {
            int count = 0;
            while (routes.canSend(sender, way(1))) {
                assertTrue(routes.send(sender, way(1), message(sender)));
                count++;
            }
            return count;
        }

        /** It answers a request, be it one that another card got. */
        void answer(MessageFrame request) {
            MessageFrame reply = new MessageFrame();
            reply.wrap(MemorySegment.ofArray(new byte[128]), 0, 128);
            Replies.single(request, reply, RequestStatus.SUCCESS, 0);
            reply.header(reply.sizeWords(), reply.flags(), 0, reply.function(), TID, 0x100 + iopId);
            reply.contexts(request.initiatorContext(), request.transactionContext());
            routes.onReply(reply, new int[Message.WORDS]);
        }

        void answerAll() {
            List<MessageFrame> all = List.copyOf(sent);
            sent.clear();
            all.forEach(this::answer);
        }
    }

    private Peer peer(int iopId) {
        return peers.computeIfAbsent(iopId, Peer::new);
    }

    private MessageContent message(int sender) {
        CardMessage message = new CardMessage(Objects.requireNonNull(card.runtime.card().table().get(sender)),
            card.runtime.card().dispatcher());
        message.begin(Route.NOWHERE);
        return message.content();
    }

    private void pass(long ns) {
        card.engine.advanceTo(card.engine.nowNs() + ns);
        for (int i = 0; i < 4; i++) {
            onCard(routes::doWork);
        }
    }

    @Test
    void aCardCannotAnswerWhatAnotherCardWasAsked() {
        int porter = card.loaded(Porter.class);
        Peer asked = peer(2);
        Peer liar = peer(3);
        onCard(() -> {
            assertEquals(PeerRoutes.WINDOW, asked.sendAll(porter));
            assertEquals(PeerRoutes.WINDOW, liar.sendAll(porter));
            asked.sent.forEach(liar::answer);
            assertFalse(routes.canSend(porter, asked.way(1)), "no credit came of it");
        });
        pass(6 * SECOND_NS);
        assertEquals(2 * PeerRoutes.WINDOW, card.replies().size(), "all come back: nobody has answered");
        assertEquals(PeerRoutes.WINDOW, routes.foreign());
    }

    @Test
    void aCardThatAnswersTwiceGetsNoMoreCreditForIt() {
        int porter = card.loaded(Porter.class);
        Peer peer = peer(2);
        onCard(() -> {
            assertEquals(PeerRoutes.WINDOW, peer.sendAll(porter));
            MessageFrame first = peer.sent.getFirst();
            for (int i = 0; i < PeerRoutes.WINDOW; i++) {
                peer.answer(first);
            }
            assertEquals(1, peer.sendAll(porter));
        });
    }

    @Test
    void aLateAnswerIsNotTakenForThatToALaterMessage() {
        int porter = card.loaded(Porter.class);
        Peer peer = peer(2);
        onCard(() -> assertEquals(PeerRoutes.WINDOW, peer.sendAll(porter)));
        pass(6 * SECOND_NS);
        card.replies();
        onCard(() -> {
            List<MessageFrame> late = List.copyOf(peer.sent);
            peer.sent.clear();
            assertEquals(1, peer.sendAll(porter), "of a silent card it is asked whether it answers again");
            late.forEach(peer::answer);
        });
        pass(6 * SECOND_NS);
        List<MessageFrame> back = card.replies();
        assertEquals(1, back.size(), "what was sent last is not answered");
        assertEquals(ReturnReason.NO_ANSWER.ordinal(), back.getFirst().word(6));
    }

    @Test
    void anAnswerIsGivenUpOnlyWhenNoFrameWasTakenForAsLongAsItMayBeOnItsWay() {
        int porter = card.loaded(Porter.class);
        Peer peer = peer(2);
        onCard(() -> assertEquals(PeerRoutes.WINDOW, peer.sendAll(porter)));
        pass(6 * SECOND_NS);
        onCard(() -> {
            peer.sent.clear();
            assertEquals(1, peer.sendAll(porter), "it is asked again, so that it is not given up as a whole");
            peer.sent.clear();
        });
        pass(SECOND_NS);
        onCard(() -> peer.sent.add(peer.frame()));
        pass(2 * SECOND_NS);
        assertEquals(0, routes.unheard(), "a frame was on its way meanwhile");
        onCard(peer.sent::clear);
        pass(SECOND_NS);
        pass(SECOND_NS + 1);
        assertTrue(routes.unheard() >= PeerRoutes.WINDOW, () -> routes.unheard() + " are given up");
    }

    /** As many as there are, with as many senders as use up all that a card can keep. */
    @Test
    void howeverManyCardsAreSilentOthersAreServed() {
        int[] senders = new int[6];
        for (int i = 0; i < senders.length; i++) {
            senders[i] = card.loaded(Porter.class);
        }
        int other = card.loaded(Porter.class);
        Peer well = peer(200);
        for (int round = 0; round < 12; round++) {
            onCard(() -> {
                for (int iopId = 2; iopId < 26; iopId++) {
                    for (int sender : senders) {
                        peer(iopId).sendAll(sender);
                    }
                }
            });
            int before = round;
            onCard(() -> {
                for (int i = 0; i < 100; i++) {
                    assertTrue(well.sendAll(other) >= 1, "message " + i + " of round " + before);
                    well.answerAll();
                }
            });
            pass(6 * SECOND_NS);
            card.replies();
        }
        onCard(() -> assertEquals(PeerRoutes.WINDOW, well.sendAll(other)));
    }

    @Test
    void cardsThatFallSilentOneAfterTheOtherLeaveAWayForTheNext() {
        int[] senders = new int[6];
        for (int i = 0; i < senders.length; i++) {
            senders[i] = card.loaded(Porter.class);
        }
        for (int iopId = 2; iopId < 100; iopId++) {
            Peer next = peer(iopId);
            onCard(() -> {
                int sent = 0;
                for (int sender : senders) {
                    sent += next.sendAll(sender);
                }
                assertTrue(sent >= 1, "IOP " + next.iopId);
            });
            pass(6 * SECOND_NS);
            card.replies();
        }
    }

    @Test
    void twentyFiveCardsThatFallSilentAtOnceDoNotHoldWhatAnExtensionSendsToOthers() {
        int router = card.loaded(Porter.class);
        Peer well = peer(200);
        onCard(() -> {
            for (int iopId = 2; iopId < 27; iopId++) {
                assertTrue(peer(iopId).sendAll(router) >= 1, "IOP " + iopId);
            }
            for (int i = 0; i < 100; i++) {
                assertTrue(well.sendAll(router) >= 1, "message " + i);
                well.answerAll();
            }
        });
        pass(6 * SECOND_NS);
        card.replies();
        onCard(() -> assertEquals(PeerRoutes.WINDOW, well.sendAll(router)));
    }
}
