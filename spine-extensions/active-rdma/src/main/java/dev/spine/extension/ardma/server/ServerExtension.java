package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Counter;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.ServiceLevel;
import dev.spine.extension.ardma.ArdmaProtocol;
import org.jspecify.annotations.Nullable;

/**
 * The card half of a server. Its parameter {@code areas} opens areas in the card's memory ({@code "NAME BYTES, NAME BYTES writable"}). Its
 * host opens and closes areas and sets limits; from then on clients of other nodes are served by the card
 * alone. A client says hello once, and is given a number that only it learns; what comes without one is answered that there is no session.
 */
public final class ServerExtension implements Extension {
    /** Those of clients, and one of the own host. */
    private static final int REQUESTS = ArdmaProtocol.MAX_SESSIONS * ArdmaProtocol.WINDOW + 1;
    private static final long RETRY_NS = 50_000;
    private static final long UNREAD_NS = 60_000_000_000L;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;
    private static final int ADDRESS_BITS = 48;

    private final Request[] requests = new Request[REQUESTS];
    private final @Nullable Session[] sessions = new Session[ArdmaProtocol.MAX_SESSIONS];
    /** By place of a session: its machine. */
    private final @Nullable Run[] runs = new Run[ArdmaProtocol.MAX_SESSIONS];
    private int hellos;
    private boolean retrySet;

    /** What exists from the start on. */
    private record Parts(ExtensionContext context, SlicedWork work, PlainAccess access, Route host, Session own, Counter served,
        Counter malformed) {}

    /** Loaded by the runtime. */
    public ServerExtension() {
        for (int i = 0; i < REQUESTS; i++) {
            requests[i] = new Request();
        }
    }

    @Override
    public void start(ExtensionContext context) {
        AreaTable areas = new AreaTable(context);
        AreaParameter.open(context, areas);
        Route host = context.host(ArdmaProtocol.HOST_ANSWER);
        Parts made = new Parts(context, new SlicedWork(context, areas, requests), new PlainAccess(context, areas), host,
            new Session(0, Session.HOST, 0, 0, host, 0, new Run(context)), context.counter("requests"),
            context.counter("messages malformed"));
        new DiskAreas(context, made.work, host, made.malformed);
        context.onMessage(ArdmaProtocol.OPEN, made, ServerExtension::onOpen);
        context.onMessage(ArdmaProtocol.CLOSE, made, ServerExtension::onClose);
        context.onMessage(ArdmaProtocol.LIMITS, made, ServerExtension::onLimits);
        context.onMessage(ArdmaProtocol.ANNOUNCE, made, ServerExtension::onAnnounce);
        context.onMessage(ArdmaProtocol.GRANT, made, ServerExtension::onGrant);
        context.onMessage(ArdmaProtocol.OFFER, made, this::onOffer);
        context.onMessage(ArdmaProtocol.WITHDRAW, made, ServerExtension::onWithdraw);
        context.onMessage(ArdmaProtocol.TRANSFERRED, made, this::onTransferred);
        context.onMessage(ArdmaProtocol.FLUSHED, made, this::onFlushed);
        context.onMessage(ArdmaProtocol.NET, made, this::onNet);
        context.onMessage(ArdmaProtocol.RETURNED, made, this::onReturned);
        context.onMessage(ArdmaProtocol.RETRY, made, this::onRetry);
        context.onMessage(ArdmaProtocol.WORK, made, this::onWork);
    }

    // --- from the host

    /** The answer to an order, which leaves at once, so the host has one order under way at a time; null for what is no order. */
    private static @Nullable OutgoingMessage answerTo(Parts given, Message message) {
        OutgoingMessage answer = message.way() == Route.Way.HOST ? given.context.message(given.host) : null;
        if (answer != null) {
            return answer.word(0, message.word(0));
        }
        given.malformed.increment();
        return null;
    }

    private static void onOpen(Parts given, Message message) {
        OutgoingMessage answer = answerTo(given, message);
        if (answer != null) {
            AreaTable areas = given.work.areas();
            int[] name = AreaTable.name(message, 4);
            answer.word(1, areas.open(name, PlainAccess.wide(message, 2), message.word(1) != 0));
            OpenArea opened = areas.named(name);
            answer.word(2, opened == null ? 0 : opened.id()).send();
        }
    }

    /** The answer to what is in order comes with the grant. */
    private static void onAnnounce(Parts given, Message message) {
        if (message.way() != Route.Way.HOST) {
            given.malformed.increment();
            return;
        }
        int status = given.work.areas().announce(message);
        OutgoingMessage answer = status == ArdmaProtocol.DONE ? null : answerTo(given, message);
        if (answer != null) {
            answer.word(1, status).send();
        }
    }

    private static void onGrant(Parts given, Message message) {
        if (message.kind() != Message.Kind.GRANTED) {
            given.malformed.increment();
            return;
        }
        AreaTable areas = given.work.areas();
        int[] name = areas.announced();
        int status = areas.open(message.region());
        OpenArea opened = name == null ? null : areas.named(name);
        OutgoingMessage answer = given.context.message(given.host);
        if (answer != null) {
            answer.word(0, message.word(0)).word(1, status).word(2, opened == null ? 0 : opened.id()).send();
        }
    }

    private void onTransferred(Parts given, Message message) {
        PageCache cache = given.work.areas().cache();
        if (cache == null || message.kind() != Message.Kind.TRANSFER && message.kind() != Message.Kind.BLOCKS) {
            given.malformed.increment();
            return;
        }
        cache.onTransfer(message);
        tellClosed(given);
        goOn(given);
    }

    private void onFlushed(Parts given, Message message) {
        OpenArea open = message.kind() == Message.Kind.BLOCKS ? given.work.areas().numbered(message.word(0)) : null;
        if (open != null && open.area() instanceof PagedArea area) {
            area.onFlushed(message.word(1) == 0);
            goOn(given);
        }
    }

    /** Something has come: who has waited for it is answered at once. */
    private void goOn(Parts given) {
        given.work.beginLooks();
        for (int i = 0; i < REQUESTS; i++) {
            Request request = given.work.look();
            if (request != null) {
                send(given, request);
            }
        }
        given.work.scheduleAny();
    }

    private static void onClose(Parts given, Message message) {
        int status = message.way() == Route.Way.HOST ? given.work.areas().close(message.word(1), message.word(0))
            : ArdmaProtocol.MALFORMED;
        OutgoingMessage refusal = status == ArdmaProtocol.DONE ? null : answerTo(given, message);
        if (refusal != null) {
            refusal.word(1, status).send();
        }
        tellClosed(given);
    }

    private static void tellClosed(Parts given) {
        AreaTable areas = given.work.areas();
        OutgoingMessage answer = areas.isToBeClosed() ? given.context.message(given.host) : null;
        if (answer != null) {
            areas.hasClosed();
            answer.word(0, areas.closer()).word(1, ArdmaProtocol.DONE).send();
        }
    }

    private static void onLimits(Parts given, Message message) {
        OutgoingMessage answer = answerTo(given, message);
        if (answer != null) {
            answer.word(1, given.work.limit(PlainAccess.wide(message, 2), PlainAccess.wide(message, 4), message.word(6))).send();
        }
    }

    /** Answered when the routine is proved; until then there is no other offer. */
    private void onOffer(Parts given, Message message) {
        Request request = message.way() == Route.Way.HOST && given.own.underWay == 0 ? freeRequest(given.own) : null;
        if (request == null) {
            given.malformed.increment();
            return;
        }
        request.begin(given.own, message);
        request.kind = ArdmaProtocol.INSTALL;
        request.answer(given.work.procedures().announce(AreaTable.name(message, 4)));
        if (request.words[1] == ArdmaProtocol.DONE) {
            given.work.install(request, message, given.own);
        }
        given.work.begin(request);
        send(given, request);
    }

    private static void onWithdraw(Parts given, Message message) {
        OutgoingMessage answer = answerTo(given, message);
        if (answer != null) {
            answer.word(1, given.work.procedures().withdraw(AreaTable.name(message, 4), given.own)).send();
        }
    }

    // --- from clients

    private @Nullable Session session(int id) {
        for (Session session : sessions) {
            if (session != null && session.id == id) {
                return session;
            }
        }
        return null;
    }

    private @Nullable Request numbered(Session by, int number) {
        for (Request request : requests) {
            if (request.session == by && request.number == number) {
                return request;
            }
        }
        return null;
    }

    private void onNet(Parts given, Message message) {
        if (message.way() != Route.Way.NETWORK) {
            given.malformed.increment();
            return;
        }
        int kind = message.user();
        Session by = kind == ArdmaProtocol.HELLO ? hello(given, message) : session(message.word(1));
        if (by == null) {
            reply(given, message, kind == ArdmaProtocol.ASK ? ArdmaProtocol.LOST : kind == ArdmaProtocol.HELLO ? ArdmaProtocol.BUSY
                : ArdmaProtocol.NO_SESSION);
            return;
        }
        if (kind == ArdmaProtocol.GO_ON || kind == ArdmaProtocol.ASK) {
            Request request = numbered(by, message.word(0));
            if (kind == ArdmaProtocol.ASK) {
                reply(given, message, request == null ? ArdmaProtocol.LOST : ArdmaProtocol.MORE);
            } else if (request != null) {
                given.work.goOn(request, message.word(2));
                send(given, request);
            }
            return;
        }
        serve(given, by, message);
    }

    /** Says something that is no end of a request, if it can leave now; who does not hear it asks again. */
    private static void reply(Parts given, Message message, int status) {
        int kind = message.user();
        boolean isQuestion = kind >= ArdmaProtocol.HELLO && kind <= ArdmaProtocol.ASK && kind != ArdmaProtocol.GO_ON;
        OutgoingMessage out = isQuestion ? given.context.message(message.source()) : null;
        if (out != null) {
            out.user(ArdmaProtocol.ANSWER).word(0, message.word(0)).word(1, status)
                .word(ArdmaProtocol.SESSION_WORD, message.word(1)).send();
        }
    }

    private @Nullable Request freeRequest(Session by) {
        if (by.underWay < ArdmaProtocol.WINDOW) {
            for (Request request : requests) {
                if (request.step == Request.Step.NONE) {
                    return request;
                }
            }
        }
        return null;
    }

    private void serve(Parts given, Session by, Message message) {
        Request request = freeRequest(by);
        if (request == null) {
            given.malformed.increment();
            reply(given, message, ArdmaProtocol.BUSY);
            return;
        }
        given.served.increment();
        by.usedNs = given.context.nowNs();
        request.begin(by, message);
        switch (request.kind) {
            case ArdmaProtocol.HELLO -> request.words[2] = by.id;
            case ArdmaProtocol.FENCE -> fence(given, request, PlainAccess.wide(message, 2) >>> ArdmaProtocol.FENCE_SHIFT);
            case ArdmaProtocol.LOOKUP -> given.access.lookUp(request, message);
            case ArdmaProtocol.LIST -> given.work.areas().list(request, message);
            case ArdmaProtocol.PROCEDURE -> given.work.procedures().lookUp(request, message);
            case ArdmaProtocol.READ, ArdmaProtocol.READ_UNCHANGED, ArdmaProtocol.WRITE, ArdmaProtocol.WRITE_THROUGH, ArdmaProtocol.CAS,
                ArdmaProtocol.FETCH_ADD -> given.access.apply(request, message);
            case ArdmaProtocol.READ_RANGES, ArdmaProtocol.WRITE_RANGES -> given.work.ranges().begin(request, message);
            case ArdmaProtocol.FLUSH -> given.access.flush(request, message);
            case ArdmaProtocol.INSTALL -> given.work.install(request, message, by);
            case ArdmaProtocol.CALL -> given.work.call(request, message, by);
            case ArdmaProtocol.CALL_ONCE -> given.work.callOnce(request, message, by);
            case ArdmaProtocol.FORGET -> request.answer(given.work.store().forget(PlainAccess.wide(message, 2), by) ? ArdmaProtocol.DONE
                : ArdmaProtocol.NO_ROUTINE);
            default -> request.answer(ArdmaProtocol.MALFORMED);
        }
        given.work.begin(request);
        send(given, request);
    }

    // --- sessions

    /** The session of a client that begins, or begins anew; null when there are too many, and all are at work. */
    private @Nullable Session hello(Parts given, Message message) {
        long address = PlainAccess.wide(message, 2) & (1L << ADDRESS_BITS) - 1;
        int handler = message.word(4) & 0xFFFF;
        int place = -1;
        for (int i = sessions.length - 1; i >= 0; i--) {
            Session other = sessions[i];
            if (other != null && other.address == address && other.handler == handler) {
                end(given, other);
            }
            if (sessions[i] == null) {
                place = i;
            }
        }
        if (place < 0) {
            Session oldest = oldestAtRest(given.context.nowNs());
            if (oldest == null) {
                return null;
            }
            place = oldest.index;
            end(given, oldest);
        }
        hellos++;
        long mixed = (given.context.nowNs() + hellos ^ given.context.hardwareAddress()) * MIX;
        Session made = new Session((int) (mixed >>> Integer.SIZE), place, address, handler,
            given.context.network(address, handler, ServiceLevel.RELIABLE, ArdmaProtocol.RETURNED),
            PlainAccess.wide(message, 5) >>> ArdmaProtocol.FENCE_SHIFT, run(given, place));
        sessions[place] = made;
        return made;
    }

    private Run run(Parts given, int place) {
        Run there = runs[place];
        if (there == null) {
            there = new Run(given.context);
            runs[place] = there;
        }
        return there;
    }

    /** Who has asked nothing for the longest time: he may be gone, and if not, connects again. */
    private @Nullable Session oldestAtRest(long now) {
        Session oldest = null;
        for (Session session : sessions) {
            if (session != null && isAtRest(session, now) && (oldest == null || session.usedNs - oldest.usedNs < 0)) {
                oldest = session;
            }
        }
        return oldest;
    }

    /** It has nothing under way, or nothing but streams that it does not read. */
    private boolean isAtRest(Session session, long now) {
        int unread = 0;
        for (Request request : requests) {
            unread += request.session == session && request.step == Request.Step.WAIT_FOR_READER ? 1 : 0;
        }
        return session.underWay == 0 || session.underWay == unread && now - session.usedNs >= UNREAD_NS;
    }

    private void end(Parts given, Session session) {
        sessions[session.index] = null;
        for (Request request : requests) {
            if (request.session == session) {
                given.work.end(request);
            }
        }
        given.work.store().forgetAll(session);
    }

    /** Nothing of another client is done any more that was asked for in the session with a fence. */
    private void fence(Parts given, Request request, long fence) {
        for (Session session : sessions) {
            if (session != null && session.fence == fence && fence != 0) {
                if (session == request.session) {
                    request.answer(ArdmaProtocol.MALFORMED);
                } else {
                    end(given, session);
                }
            }
        }
    }

    /** A client that cannot be reached has no session any more. */
    private void onReturned(Parts given, Message message) {
        Session session = message.kind() == Message.Kind.RETURNED ? session(message.word(ArdmaProtocol.SESSION_WORD)) : null;
        if (session != null) {
            end(given, session);
        }
    }

    // --- what leaves

    private void send(Parts given, Request request) {
        Session to = request.session;
        if (to == null || !request.isAnswering()) {
            return;
        }
        OutgoingMessage message = given.context.message(to.route);
        if (message == null) {
            if (!retrySet) {
                retrySet = given.context.timer(RETRY_NS, ArdmaProtocol.RETRY, 0);
            }
            return;
        }
        Buffer data = request.data;
        if (data != null && data.length() == 0) {
            // The area was closed while its bytes waited.
            request.words[1] = ArdmaProtocol.NO_AREA;
        }
        message.user(request.messageKind()).word(0, request.number);
        for (int i = 1; i < ArdmaProtocol.SESSION_WORD; i++) {
            message.word(i, request.words[i]);
        }
        message.word(ArdmaProtocol.SESSION_WORD, to.id);
        if (data != null && data.length() > 0) {
            message.data(data, request.dataOffset, request.dataBytes);
        }
        message.send();
        request.data = null;
        Run run = request.run;
        if (request.step == Request.Step.PIECE && run != null) {
            run.dropPiece();
            given.work.hasLeft(request);
        } else {
            given.work.end(request);
        }
    }

    private void onRetry(Parts given, Message message) {
        if (message.kind() != Message.Kind.TIMER) {
            given.malformed.increment();
            return;
        }
        retrySet = false;
        for (Request request : requests) {
            send(given, request);
        }
        tellClosed(given);
        given.work.retry();
    }

    private void onWork(Parts given, Message message) {
        if (message.kind() != Message.Kind.BACKGROUND) {
            given.malformed.increment();
            return;
        }
        Request request = given.work.work();
        if (request != null) {
            send(given, request);
        }
        given.work.scheduleAny();
    }
}
