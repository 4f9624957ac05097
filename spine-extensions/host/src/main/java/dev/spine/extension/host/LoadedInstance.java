package dev.spine.extension.host;

import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.i2o.MessageFrame;

/**
 * An instance of an extension, and which of all that have its number. Any thread.
 *
 * @param number by which messages reach it; another's soon after it has left
 * @param life no other instance of its card has had it
 */
public record LoadedInstance(int number, int life) {
    private static final int EVENT_NUMBER = 5;
    private static final int EVENT_LIFE = 7;

    /** What the answer to a LOAD says. */
    static LoadedInstance of(MessageFrame reply) {
        return new LoadedInstance(reply.wordOrZero(RuntimeProtocol.ANSWER_WORD), reply.wordOrZero(RuntimeProtocol.ANSWER_WORD + 2));
    }

    /**
     * {@return whether a report of the event {@link RuntimeProtocol#EVENT_STOPPED} is about this instance, and not about an earlier one of
     * its number}
     *
     * @param report of the event
     */
    public boolean isMeantBy(MessageFrame report) {
        return report.wordOrZero(EVENT_NUMBER) == number && report.wordOrZero(EVENT_LIFE) == life;
    }
}
