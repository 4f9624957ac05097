package dev.spine.extension.router;

import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;

/**
 * Tells the host when nothing that was decided before its fence can still leave: all batches of before are sent, a fence follows them to
 * each other card, and each has answered when the batches before it are on its wire. One round at a time; a fence that comes meanwhile has
 * the next one.
 */
final class Fences {
    private static final int NOBODY = 0;
    private static final int TO_SEND = 1;
    private static final int SENT = 2;

    private final ExtensionContext context;
    private final RouterKey key;
    private final Tally tally;
    private final Departure[] departures;
    private final WireExit exit;
    private final Retry retry;
    private final int ownPort;
    private final Route host;
    private final Route done;
    /** By port: whether its card still has to be asked, or to answer. */
    private final int[] asked = new int[RouterProtocol.MAX_PORTS + 1];
    private boolean running;
    private int number;
    private boolean wanted;
    private int wantedNumber;
    /** What the wire's batches have to have reached before this card's own are gone. */
    private long ownGoal;
    private boolean unsaid;
    private boolean commandsUnsaid;
    private int commandsNumber;
    private int commandsStatus;

    /** By port: a fence of another card that waits for the wire, and until when. */
    private final boolean[] guests = new boolean[RouterProtocol.MAX_PORTS + 1];
    private final int[] guestNumbers = new int[RouterProtocol.MAX_PORTS + 1];
    private final long[] guestGoals = new long[RouterProtocol.MAX_PORTS + 1];
    private int guestCount;

    Fences(ExtensionContext context, RouterKey key, Tally tally, Departure[] departures, WireExit exit, Retry retry, int ownPort) {
        this.context = context;
        this.key = key;
        this.tally = tally;
        this.departures = departures;
        this.exit = exit;
        this.retry = retry;
        this.ownPort = ownPort;
        this.host = context.host(RouterProtocol.HOST_FENCED);
        this.done = context.host(RouterProtocol.HOST_DONE);
    }

    /** Commands are in force, or were refused: the host is told. */
    void commandsDone(int commands, int status) {
        commandsUnsaid = true;
        commandsNumber = commands;
        commandsStatus = status;
        progress();
    }

    /** The host's fence, perhaps once more: the one under way is answered when it is done. */
    void begin(int fence) {
        if (running && number == fence) {
            return;
        }
        wanted = true;
        wantedNumber = fence;
        progress();
    }

    private void beginRound() {
        wanted = false;
        running = true;
        number = wantedNumber;
        ownGoal = exit.entered();
        for (int port = 0; port < asked.length; port++) {
            asked[port] = departures[port] instanceof PeerDeparture ? TO_SEND : NOBODY;
        }
    }

    /**
     * A port's card is another one now, or gone: nothing of before can leave there any more. A fence of that card stays: it may be of the
     * one that has come in its place, whose fence can overtake the host's word that it is there.
     */
    void forget(int port) {
        asked[port] = NOBODY;
    }

    /** A fence of another card, behind its batches. */
    void onGuest(Message message) {
        int port = message.word(RouterProtocol.BATCH_PORT);
        if (!key.fits(message) || port < 1 || port > RouterProtocol.MAX_PORTS) {
            tally.drop(DropReason.MALFORMED);
            return;
        }
        guest(port, message.word(RouterProtocol.BATCH_FRAMES), exit.entered());
        progress();
    }

    private void guest(int port, int fence, long goal) {
        guestCount += guests[port] ? 0 : 1;
        guests[port] = true;
        guestNumbers[port] = fence;
        guestGoals[port] = goal;
    }

    /** Another card says that its wire has what was before this card's fence. */
    void onAnswer(Message message) {
        int port = message.word(RouterProtocol.BATCH_PORT);
        if (!key.fits(message) || port < 1 || port > RouterProtocol.MAX_PORTS) {
            tally.drop(DropReason.MALFORMED);
        } else if (asked[port] == SENT && message.word(RouterProtocol.BATCH_FRAMES) == number) {
            asked[port] = NOBODY;
            progress();
        }
    }

    /** An answer has come back: its receiver is gone, or another card is there now, which may wait for just this answer. */
    void onAnswerReturned(Message message) {
        int port = message.word(RouterProtocol.FENCE_RECEIVER);
        if (!guests[port]) {
            guest(port, message.word(RouterProtocol.BATCH_FRAMES), 0);
        }
        retry.ask();
    }

    /** A fence has come back: its receiver is gone, or has to be told once more. */
    void onReturned(Message message) {
        if (message.word(RouterProtocol.BATCH_PORT) != ownPort) {
            return;
        }
        for (int port = 0; port < asked.length; port++) {
            // Which one it was is not said; another fence to those that have not answered does no harm.
            if (asked[port] == SENT) {
                asked[port] = TO_SEND;
            }
        }
        retry.ask();
    }

    /** Does what can be done: {@return whether something waits}. */
    boolean progress() {
        boolean waits = false;
        if (guestCount > 0) {
            waits = answerGuests();
        }
        if (wanted && !running) {
            beginRound();
        }
        if (running) {
            waits |= runRound();
            if (wanted && !running) {
                beginRound();
                waits = true;
            }
        }
        waits |= sayUnsaid();
        if (waits) {
            retry.ask();
        }
        return waits;
    }

    private boolean answerGuests() {
        boolean waits = false;
        for (int port = 0; port < guests.length; port++) {
            // Where nobody is now, there is nothing to wait for: the host's commands will tell who has come.
            if (guests[port] && departures[port] instanceof PeerDeparture peer) {
                waits |= exit.left() < guestGoals[port] || !answer(port, peer);
            }
        }
        return waits;
    }

    private boolean answer(int port, PeerDeparture peer) {
        Route way = peer.answers();
        OutgoingMessage message = way == null ? null : context.message(way);
        if (message == null) {
            return false;
        }
        message.word(RouterProtocol.BATCH_KEY, key.high()).word(RouterProtocol.BATCH_KEY + 1, key.low())
            .word(RouterProtocol.BATCH_PORT, ownPort).word(RouterProtocol.BATCH_FRAMES, guestNumbers[port])
            .word(RouterProtocol.FENCE_RECEIVER, port).send();
        guests[port] = false;
        guestCount--;
        return true;
    }

    /** {@return whether something of the round has to be tried again later} */
    private boolean runRound() {
        boolean waits = false;
        boolean open = exit.left() < ownGoal;
        for (int port = 0; port < asked.length; port++) {
            if (asked[port] == TO_SEND) {
                if (!(departures[port] instanceof PeerDeparture peer)) {
                    asked[port] = NOBODY;
                    continue;
                }
                if (peer.flush() && (!peer.connect() || peer.sendFence(number))) {
                    // Without a way there no batch has left that is not back or lost.
                    asked[port] = peer.connect() ? SENT : NOBODY;
                } else {
                    waits = true;
                }
            }
            open |= asked[port] != NOBODY;
        }
        if (open) {
            return waits || exit.left() < ownGoal;
        }
        running = false;
        unsaid = true;
        return false;
    }

    private OutgoingMessage withKey(OutgoingMessage message) {
        return message.word(RouterProtocol.HOST_KEY, key.high()).word(RouterProtocol.HOST_KEY + 1, key.low());
    }

    private boolean sayUnsaid() {
        if (commandsUnsaid) {
            OutgoingMessage message = context.message(done);
            if (message == null) {
                return true;
            }
            withKey(message).word(0, commandsNumber).word(1, commandsStatus).send();
            commandsUnsaid = false;
        }
        if (unsaid) {
            OutgoingMessage message = context.message(host);
            if (message == null) {
                return true;
            }
            withKey(message).word(0, number).send();
            unsaid = false;
        }
        return false;
    }
}
