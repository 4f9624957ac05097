package dev.spine.extension.panic.host.protocol;

import dev.spine.host.driver.HostTimer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The host's twin of {@code window.pdl}, for either end. On the host's agent. */
public final class HostLink implements HostProgram {
    private static final int WINDOW = 8;

    private final HostMachine machine;
    private final long other;
    private final int againNs;
    private final Consumer<int[]> receiver;
    private final HostTimer timer;
    /** Those that the other end has not confirmed, oldest first. */
    private final ArrayDeque<int[]> unconfirmed = new ArrayDeque<>();
    /** The number of the first of them. */
    private int confirmed;
    private int sent;
    private int most;
    private int came;
    private int itemsAgain;

    /**
     * An end.
     *
     * @param machine of the node
     * @param other the hardware address of the other end
     * @param againNs nanoseconds until items of which nothing is heard are sent again
     * @param receiver gets the items of the other end, in order
     */
    public HostLink(HostMachine machine, long other, int againNs, Consumer<int[]> receiver) {
        this.machine = machine;
        this.other = other;
        this.againNs = againNs;
        this.receiver = receiver;
        timer = machine.timer(this::again);
        machine.run(ReliableLink.PROGRAM, this);
    }

    /**
     * Sends an item.
     *
     * @param words 15
     * @return false when {@value ReliableLink#PLACES} wait: try again later
     */
    public boolean send(int... words) {
        if (unconfirmed.size() == ReliableLink.PLACES) {
            return false;
        }
        unconfirmed.add(words.clone());
        sendWhatMay();
        return true;
    }

    private void sendWhatMay() {
        List<int[]> items = new ArrayList<>(unconfirmed);
        while (sent - confirmed < Math.min(items.size(), WINDOW)) {
            int[] words = new int[ReliableLink.WORDS + 1];
            words[0] = sent;
            System.arraycopy(items.get(sent - confirmed), 0, words, 1, ReliableLink.WORDS);
            machine.send(other, ReliableLink.PROGRAM, ReliableLink.ITEM, words);
            sent++;
            most = Math.max(most, sent);
        }
        if (sent != confirmed && !timer.isSet()) {
            timer.setIn(againNs);
        }
    }

    private void again() {
        itemsAgain += sent - confirmed;
        sent = confirmed;
        sendWhatMay();
    }

    @Override
    public void onMessage(ProgramMessage message) {
        int[] words = message.words();
        if (message.trigger() == ReliableLink.ITEM && words.length == ReliableLink.WORDS + 1) {
            boolean isExpected = words[0] == came;
            came += isExpected ? 1 : 0;
            machine.send(message.sender(), ReliableLink.PROGRAM, ReliableLink.EXPECTED, came);
            if (isExpected) {
                int[] item = new int[ReliableLink.WORDS];
                System.arraycopy(words, 1, item, 0, item.length);
                receiver.accept(item);
            }
        } else if (message.trigger() == ReliableLink.EXPECTED && words.length == 1 && words[0] > confirmed && words[0] <= most) {
            for (; confirmed < words[0]; confirmed++) {
                unconfirmed.removeFirst();
            }
            sent = Math.max(sent, confirmed);
            timer.cancel();
            sendWhatMay();
        }
    }

    /** {@return how many items were sent again} */
    public int itemsAgain() {
        return itemsAgain;
    }
}
