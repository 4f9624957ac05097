package dev.spine.command.run;

import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import dev.spine.extension.panic.host.library.CardRoom;
import dev.spine.extension.panic.host.library.ProgramListing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * Orders for several cards, carried out by all or by none. What can be known is asked of all cards first; then one card after the other
 * does it, and when one refuses or does not answer, those before it take it back. One that takes nothing back is named. Any thread.
 */
final class ProgramGroup {
    private final List<ProgramCard> cards;
    private final ReentrantLock turn;

    /**
     * A group.
     *
     * @param cards each once
     * @param turn held while an order is carried out, so that two of them do not mix
     */
    ProgramGroup(List<? extends ProgramCard> cards, ReentrantLock turn) {
        this.cards = List.copyOf(cards);
        this.turn = turn;
    }

    /** What a card does, or takes back. */
    private interface Step {
        void perform(ProgramCard card) throws RequestException;
    }

    /** {@return the names of the cards} */
    List<String> names() {
        return cards.stream().map(ProgramCard::on).toList();
    }

    /**
     * Loads a program, which does not run yet: {@return its number, the same on all cards}
     *
     * @param file the program file
     * @param dataBytes of its data area
     * @param number its number; 0 for what the file says, or one that is free on the first card
     */
    int load(byte[] file, int dataBytes, int number) throws RequestException {
        turn.lock();
        try {
            forEach("nothing was loaded", card -> requireRoom(card, file, dataBytes));
            int[] given = {number};
            allOrNone("nothing was loaded", card -> given[0] = card.load(file, given[0]), card -> card.unload(given[0]));
            return given[0];
        } finally {
            turn.unlock();
        }
    }

    /**
     * Gives a program other code.
     *
     * @param program its number
     * @param file the other program file
     * @param dataBytes of its data area
     */
    void swap(int program, byte[] file, int dataBytes) throws RequestException {
        turn.lock();
        try {
            List<byte[]> before = new ArrayList<>();
            forEach("nothing was swapped", card -> {
                require(card, program);
                requireRoom(card, file, dataBytes);
                before.add(card.file(program));
            });
            allOrNone("nothing was swapped", card -> card.replace(program, file),
                card -> card.replace(program, before.get(cards.indexOf(card))));
        } finally {
            turn.unlock();
        }
    }

    private static void requireRoom(ProgramCard card, byte[] file, int dataBytes) throws RequestException {
        CardRoom room = card.room();
        if (room.freeCodeBytes() < file.length) {
            throw new RequestException(Refusal.REJECTED, "the card has " + room.freeCodeBytes() + " bytes for program files left, and this"
                + " one has " + file.length + ": unload a program, or give the VM more code-bytes");
        }
        if (room.freeDataBytes() < dataBytes) {
            throw new RequestException(Refusal.REJECTED, "the card has " + room.freeDataBytes() + " bytes for variables left, and this"
                + " program wants " + dataBytes + ": unload a program, or give the VM more data-bytes");
        }
    }

    /** {@return a program of a card} */
    static ProgramListing require(ProgramCard card, int program) throws RequestException {
        return card.list().stream().filter(each -> each.id() == program).findFirst()
            .orElseThrow(() -> new RequestException(Refusal.NONE, "there is no program " + program + " on " + card.on()));
    }

    private void forEach(String otherwise, Step step) throws RequestException {
        for (ProgramCard card : cards) {
            try {
                step.perform(card);
            } catch (RequestException e) {
                throw refused(otherwise, card, e);
            }
        }
    }

    private void allOrNone(String otherwise, Step step, Step back) throws RequestException {
        for (ProgramCard card : cards) {
            try {
                step.perform(card);
            } catch (RequestException e) {
                int here = cards.indexOf(card);
                if (e instanceof CardRuntime.NoAnswerException && cards.size() > 1) {
                    String others = takenBack(cards.subList(0, here), back);
                    throw new RequestException(Refusal.FAILED, e.getMessage() + "; it may still do it, and the others do not"
                        + (others.isEmpty() ? "" : ", but for " + others));
                }
                String left = takenBack(cards.subList(0, here), back);
                throw left.isEmpty() ? refused(otherwise, card, e)
                    : new RequestException(Refusal.FAILED, card.on() + ": " + e.getMessage() + "; and it could not be taken back on "
                        + left);
            }
        }
    }

    private RequestException refused(String otherwise, ProgramCard card, RequestException why) {
        return cards.size() == 1 ? why : new RequestException(why.reason(), otherwise + ": " + card.on() + ": " + why.getMessage());
    }

    /** {@return the cards that did not take it back, with the reasons} */
    private static String takenBack(List<ProgramCard> done, Step back) {
        List<String> left = new ArrayList<>();
        for (ProgramCard card : done.reversed()) {
            try {
                back.perform(card);
            } catch (RequestException e) {
                left.add(card.on() + " (" + e.getMessage() + ")");
            }
        }
        return left.stream().collect(Collectors.joining(", "));
    }
}
