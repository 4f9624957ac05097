package dev.spine.perf.benchmarks.tax;

import dev.spine.extension.benchmarks.AttackerExtension;
import dev.spine.i2o.Function;
import dev.spine.i2o.MessageFrame;
import java.util.List;

/** The host of an attacker: sends him messages while an attack goes on, loads him again when he has failed, and waits for its end. */
final class AttackerHost {
    /** How often it looks whether he may have more messages. */
    static final long SEND_NS = 100_000;
    /** How often it asks for anything, to load him too: a hundred times as often as a control socket lets a user load for long. */
    static final long LOAD_NS = 1_000_000;

    /** Whose the attacker is. */
    private static final int OWNER = 1;
    private static final int FRAMES_OF_OTHERS = 48;
    private static final long ASK_AGAIN_NS = 5_000_000;
    private static final long PATIENCE_NS = 10_000_000_000L;
    private static final int HANDLER_SHIFT = 16;
    private static final int HANDLER_MASK = 0xFF;

    /** Where an attacker is that is loaded again and again. */
    private enum Reload { RUNS, ENDED, UNLOADING, UNLOADED, LOADING }

    private final BenchCard card;
    private final Attack attack;
    /** In turn. */
    private final List<byte[]> images;
    private int instance;
    private Reload reload = Reload.RUNS;
    private int ofThisLife;
    private int sent;
    private int answered;
    private long attacks;
    private long loads;
    private long reloads;
    private long throttled;
    private long nextNs;
    private int target;
    private long limitNs;

    /** Loads the attacker; the card has not been started yet. */
    AttackerHost(BenchCard card, Attack attack) {
        this.card = card;
        this.attack = attack;
        images = AttackerImages.of(attack).toList();
        card.listen(AttackerExtension.ANSWERS);
        instance = card.load(OWNER, images.getLast(), "");
    }

    /** The attack goes on. */
    void goOn(long nowNs) {
        if (nowNs < nextNs || attack == Attack.NONE) {
            return;
        }
        int life = attack.messagesOfALife();
        nextNs = nowNs + (life > 0 && ofThisLife + 1 >= life ? LOAD_NS : SEND_NS);
        if (life == 0) {
            while (sent - answered < attack.outstanding() && send(attack.order())) {
                attacks++;
            }
        } else if (reload == Reload.ENDED && card.beginUnload(instance)) {
            reload = Reload.UNLOADING;
        } else if (reload == Reload.UNLOADED && card.beginLoad(OWNER, images.get((int) (loads % images.size())), "")) {
            reload = Reload.LOADING;
        } else if (reload == Reload.RUNS && card.small(instance, 1, attack.order(), 0)) {
            attacks++;
            ofThisLife++;
            reload = ofThisLife == life ? Reload.ENDED : Reload.RUNS;
        }
    }

    private boolean send(int order) {
        // What waits for the attacker keeps its frame: a host that serves several does not give all frames to one.
        boolean isSent = card.freeFrames() > FRAMES_OF_OTHERS && card.small(instance, 1, order, sent + 1);
        sent += isSent ? 1 : 0;
        return isSent;
    }

    /** The attack shall end. */
    void end(long nowNs) {
        target = sent + 1;
        nextNs = nowNs;
        limitNs = nowNs + PATIENCE_NS;
    }

    /**
     * {@return whether it has ended: what the attacker was sent is handled, or he is one that is loaded again and not on his way}
     *
     * @throws IllegalStateException when he has not answered for ten seconds
     */
    boolean hasEnded(long nowNs) {
        boolean isReloaded = attack.messagesOfALife() > 0;
        if (attack == Attack.NONE || isReloaded && reload != Reload.UNLOADING && reload != Reload.LOADING
            || answered >= target) {
            nextNs = nowNs;
            return true;
        }
        if (nowNs > limitNs) {
            throw new IllegalStateException("the attacker has not answered for 10 seconds");
        }
        // The answer to one of these is the last: messages are handled in their order.
        if (nowNs >= nextNs && !isReloaded) {
            send(AttackerExtension.NOTHING);
            nextNs = nowNs + ASK_AGAIN_NS;
        }
        return false;
    }

    /** A reply has come: {@return whether it was the attacker's}. */
    boolean take(MessageFrame reply) {
        if (reply.function() == Function.SMALL_MESSAGE) {
            if ((reply.transactionContext() >>> HANDLER_SHIFT & HANDLER_MASK) != AttackerExtension.ANSWERS) {
                return false;
            }
            answered = reply.word(4);
        } else if (reply.initiatorContext() == BenchCard.UNLOADED) {
            reload = Reload.UNLOADED;
        } else if (reply.initiatorContext() == BenchCard.LOADED) {
            boolean isLoaded = reply.requestStatus() == 0;
            instance = isLoaded ? reply.word(5) : instance;
            reload = isLoaded ? Reload.RUNS : Reload.UNLOADED;
            ofThisLife = 0;
            loads += isLoaded ? 1 : 0;
            reloads += isLoaded ? 1 : 0;
            throttled += isLoaded ? 0 : 1;
        }
        return true;
    }

    /** Counts from now on. */
    void count() {
        attacks = 0;
        reloads = 0;
        throttled = 0;
    }

    /** {@return messages of the attack that were sent} */
    long attacks() {
        return attacks;
    }

    /** {@return how often the attacker was loaded again} */
    long reloads() {
        return reloads;
    }

    /** {@return how often that was refused, because he fails too fast} */
    long throttled() {
        return throttled;
    }
}
