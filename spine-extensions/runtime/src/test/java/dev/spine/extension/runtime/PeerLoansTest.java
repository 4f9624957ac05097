package dev.spine.extension.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import dev.spine.extension.runtime.environment.ExecutionEnvironment;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.kernel.FrameRoute;
import java.lang.foreign.Arena;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sample.Porter;

/** Who has lent as much data to peers as may be is told to wait, and is not left with messages that are only counted. */
class PeerLoansTest {
    /** Longer than the sending of a window of messages takes: the last is sent that much later than the first. */
    private static final long SENDING_NS = 1_000_000;
    private static final int IOP = 5;
    private static final int TID = 9;
    private static final int EACH = 8;

    /** A way to a peer that takes every message and answers none. */
    private static final class Away implements FrameRoute {
        private final MessageFrame frame = new MessageFrame();
        private final List<Integer> cookies = new ArrayList<>();
        private int posted;
        private int frameBytes = 64;

        Away() {
            frame.wrap(Arena.ofAuto().allocate(512, 64), 0, 512);
        }

        @Override
        public @Nullable MessageFrame open() {
            return frame;
        }

        @Override
        public void post() {
            posted++;
            cookies.add(frame.initiatorContext());
        }

        @Override
        public void cancel() {
            // There are always frames.
        }

        @Override
        public int initiator() {
            return 1;
        }

        @Override
        public int target() {
            return TID;
        }

        @Override
        public BusAgent receiver() {
            return new BusAgent(2, "away");
        }

        @Override
        public void wakeMe() {
            // There are always frames.
        }

        @Override
        public int freeFrames() {
            return 64;
        }

        @Override
        public int frameBytes() {
            return frameBytes;
        }
    }

    private final Card card = new Card();
    private final Away away = new Away();
    private final ExecutionEnvironment environment
        = (ExecutionEnvironment) Proxy.newProxyInstance(ExecutionEnvironment.class.getClassLoader(),
        new Class<?>[] {ExecutionEnvironment.class}, (_, method, _) -> switch (method.getName()) {
            case "agent" -> card.kernel.agent();
            case "bus" -> card.bus;
            case "busAgent" -> card.cardBusAgent;
            case "openPeer", "peer" -> away;
            default -> null;
        });

    @AfterEach
    void close() {
        card.close();
    }

    @Test
    void whoHasLentAllThatItMayIsToldToWaitOnARouteWithoutReturnHandler() {
        int lender = card.loaded(LoadOptions.ownedBy(7), Porter.class);
        int other = card.loaded(LoadOptions.ownedBy(8), Porter.class);
        card.engine.tasks(card.kernel).run(() -> {
            PeerRoutes routes = card.peerRoutes(environment);
            ExtensionInstance sender = Objects.requireNonNull(card.runtime.card().table().get(lender));
            Lease data = Objects.requireNonNull(sender.leaseFor(Objects.requireNonNull(card.runtime.card().parts().memory().allocate(64))));
            int sent = 0;
            while (sent < 100 && routes.canSend(lender, to(routes, sent / EACH + 1, 0))) {
                Route route = to(routes, sent / EACH + 1, 0);
                CardMessage message = new CardMessage(sender, card.runtime.card().dispatcher());
                message.begin(route);
                message.data(data.buffer(), 0, 64);
                assertTrue(routes.send(lender, route, message.content()), "message " + sent + " is sent as was said");
                sent++;
            }
            assertEquals(InFlightMessages.MAX_LOANS / 2, sent);
            assertEquals(sent, away.posted);
            assertTrue(routes.canSend(lender, to(routes, IOP + 1, 100, 3)), "what is not taken comes back there");
            assertTrue(routes.canSend(other, to(routes, 100, 0)), "who has lent nothing does not wait");
            assertFalse(routes.canSend(lender, to(routes, 100, 0)));
        });
    }

    @Test
    void dataHaveAsManyPiecesAsAFrameOfTheWayCanName() {
        card.engine.tasks(card.kernel).run(() -> {
            PeerRoutes routes = card.peerRoutes(environment);
            Route route = to(routes, 1, 0);
            int all = OutgoingMessage.MAX_PIECES;
            Map.of(64, 1, 80, 1, 84, 1, 88, 2, 128, all, 512, all).forEach((bytes, most) -> {
                away.frameBytes = bytes;
                assertEquals(most, routes.mostPieces(route), () -> "in frames of " + bytes + " bytes");
            });
        });
    }

    private int send(PeerRoutes routes, int sender, int instance, int count) {
        ExtensionInstance from = Objects.requireNonNull(card.runtime.card().table().get(sender));
        int sent = 0;
        while (sent < count && routes.canSend(sender, to(routes, instance, 3))) {
            Lease data = Objects.requireNonNull(from.leaseFor(Objects.requireNonNull(card.runtime.card().parts().memory().allocate(64))));
            CardMessage message = new CardMessage(from, card.runtime.card().dispatcher());
            message.begin(to(routes, instance, 3));
            message.data(data.buffer(), 0, 64);
            assertTrue(routes.send(sender, to(routes, instance, 3), message.content()));
            sent++;
        }
        return sent;
    }

    private static void answer(PeerRoutes routes, int cookie) {
        answer(routes, cookie, 0);
    }

    private static void answer(PeerRoutes routes, int cookie, int instance) {
        MessageFrame reply = new MessageFrame();
        reply.wrap(Arena.ofAuto().allocate(512, 64), 0, 512);
        reply.header(6, MessageFlags.FINAL_REPLY, 0, Function.SMALL_MESSAGE, 1, TID);
        reply.contexts(cookie, RuntimeProtocol.controlWord(RuntimeProtocol.handlerNumber(instance, 0), 0, RuntimeProtocol.KIND_GRANTED));
        reply.setWord(4, 0);
        routes.onReply(reply, new int[12]);
    }

    @Test
    void whatAPeerThatIsThereNeverAnswersComesBackAndItsMemoryIsTheSendersAgain() {
        int sender = card.loaded(LoadOptions.OF_NODE, Porter.class);
        PeerRoutes[] made = new PeerRoutes[1];
        card.engine.tasks(card.kernel).run(() -> {
            made[0] = card.peerRoutes(environment);
            assertEquals(PeerRoutes.WINDOW, send(made[0], sender, 1, 100));
            made[0].doWork();
            assertEquals(PeerRoutes.WINDOW, made[0].lent());
        });
        for (int i = 0; i < 4; i++) {
            card.engine.advanceTo(card.engine.nowNs() + InFlightMessages.ANSWER_NS / 2 + SENDING_NS);
            card.engine.tasks(card.kernel).run(made[0]::doWork);
        }
        card.engine.tasks(card.kernel).run(() -> {
            PeerRoutes routes = made[0];
            assertEquals(0, routes.lent());
            assertEquals(PeerRoutes.WINDOW, routes.overdue());
            assertTrue(routes.canSend(sender, to(routes, 1, 3)), "what it has not answered in time takes no credit any more");
            assertEquals(3, send(routes, sender, 2, 3));
            for (int i = 0; i < PeerRoutes.WINDOW; i++) {
                answer(routes, away.cookies.get(i));
            }
            assertEquals(3, routes.lent(), "a late answer is not one to another message");
            assertTrue(routes.canSend(sender, to(routes, 1, 3)), "who answers, if late, is sent more");
        });
    }

    private static Route to(PeerRoutes routes, int instance, int returnHandler) {
        return to(routes, IOP, instance, returnHandler);
    }

    private static Route to(PeerRoutes routes, int iopId, int instance, int returnHandler) {
        return Objects.requireNonNull(routes.route(iopId, TID, RuntimeProtocol.handlerNumber(instance, 1), returnHandler));
    }

    /** Sends data on routes without a return handler, as long as it is said that there is room: {@return how many messages}. */
    private int sendAll(PeerRoutes routes, ExtensionInstance sender, Lease data, int iopId) {
        int sent = 0;
        for (Route route = to(routes, iopId, 1, 0); routes.canSend(sender.number(), route); sent++) {
            CardMessage message = new CardMessage(sender, card.runtime.card().dispatcher());
            message.begin(route);
            message.data(data.buffer(), 0, 64);
            assertTrue(routes.send(sender.number(), route, message.content()), () -> "what was promised is lent, to IOP " + iopId);
        }
        return sent;
    }

    @Test
    void whoHasAllTheMessagesThatItMayIsNotToldThatThereIsRoomForMore() {
        int lender = card.loaded(LoadOptions.OF_NODE, Porter.class);
        card.engine.tasks(card.kernel).run(() -> {
            PeerRoutes routes = card.peerRoutes(environment);
            ExtensionInstance sender = Objects.requireNonNull(card.runtime.card().table().get(lender));
            Lease data = Objects.requireNonNull(sender.leaseFor(Objects.requireNonNull(card.runtime.card().parts().memory().allocate(64))));
            int sent = 0;
            for (int round = 0; round < 2; round++) {
                for (int iopId = 10; iopId < 30; iopId++) {
                    sent += sendAll(routes, sender, data, iopId);
                }
            }
            assertTrue(sent > InFlightMessages.OF_ONE, () -> "one more for each peer that has none");
        });
    }

    @Test
    void ofCardsThatFallSilentAtOnceEnoughIsLeftToLendToOthers() {
        int router = card.loaded(LoadOptions.OF_NODE, Porter.class);
        card.engine.tasks(card.kernel).run(() -> {
            PeerRoutes routes = card.peerRoutes(environment);
            ExtensionInstance sender = Objects.requireNonNull(card.runtime.card().table().get(router));
            Lease data = Objects.requireNonNull(sender.leaseFor(Objects.requireNonNull(card.runtime.card().parts().memory().allocate(64))));
            for (int iopId = 10; iopId < 35; iopId++) {
                sendAll(routes, sender, data, iopId);
            }
            for (int message = 0; message < 100; message++) {
                int before = away.cookies.size();
                assertTrue(sendAll(routes, sender, data, 200) >= 1, "message " + message);
                List.copyOf(away.cookies.subList(before, away.cookies.size())).forEach(cookie -> answer(routes, cookie, 1));
            }
        });
    }
}
