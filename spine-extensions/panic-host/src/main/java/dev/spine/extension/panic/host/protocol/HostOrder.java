package dev.spine.extension.panic.host.protocol;

import dev.spine.host.driver.HostTimer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The host's twin of {@code order.pdl}: the same token and the same items, but the host is interrupted for each of them. On the host's
 * agent.
 */
public final class HostOrder implements HostProgram {
    private static final int WINDOW = 128;
    private static final int MAX_AHEAD = 120;
    private static final int BURST = 2;
    private static final int TOKEN_WORDS = 12;
    private static final int PASS = 0;
    private static final int NUMBERED = 1;
    private static final int FEWEST = 2;
    private static final int WHO = 3;
    private static final int LACKED = 4;

    private final HostMachine machine;
    private final OrderPlan plan;
    private final HostTimer timer;
    private final int[][] items = new int[WINDOW][];
    private final ArrayDeque<int[]> waiting = new ArrayDeque<>();
    private final List<OrderedItem> seen = new ArrayList<>();
    private int[] token = new int[TOKEN_WORDS];
    private int lastPass = -1;
    private int lastFewest;
    private int known;
    private int done;
    private int own;
    private int tokensAgain;

    /**
     * A node of the ring.
     *
     * @param machine of the node
     * @param plan its place
     */
    public HostOrder(HostMachine machine, OrderPlan plan) {
        this.machine = machine;
        this.plan = plan;
        timer = machine.timer(this::again);
        machine.run(OrderedMulticast.PROGRAM, this);
        if (plan.isFirst()) {
            onToken(new int[TOKEN_WORDS]);
        }
    }

    /**
     * Sends an item to all nodes, this one among them.
     *
     * @param words 13
     * @return false when {@value OrderedMulticast#MAX_WAITING} wait for the token: try again later
     */
    public boolean send(int... words) {
        if (waiting.size() == OrderedMulticast.MAX_WAITING) {
            return false;
        }
        waiting.add(words.clone());
        return true;
    }

    @Override
    public void onMessage(ProgramMessage message) {
        int[] words = message.words();
        if (message.trigger() == OrderedMulticast.TOKEN && isToken(words)) {
            machine.send(message.sender(), OrderedMulticast.PROGRAM, OrderedMulticast.RECEIPT, words[PASS]);
            if (words[PASS] - lastPass > 0) {
                onToken(words);
            }
        } else if (message.trigger() == OrderedMulticast.ITEM && words.length == OrderedItem.ALL_WORDS) {
            onItem(words);
        } else if (message.trigger() == OrderedMulticast.RECEIPT && words.length == 1 && words[0] == token[PASS]) {
            timer.cancel();
        }
    }

    /** Whether words can be the ring's token: it numbers no items beyond those that can be under way, and lacks none below 0. */
    private boolean isToken(int[] words) {
        boolean isToken = words.length == TOKEN_WORDS && words[NUMBERED] >= done && words[NUMBERED] - done <= WINDOW && words[FEWEST] >= 0;
        for (int i = LACKED; i < words.length && isToken; i++) {
            isToken = words[i] >= 0;
        }
        return isToken;
    }

    private boolean has(int number) {
        int[] item = items[number % WINDOW];
        return item != null && item[0] == number;
    }

    private void onItem(int[] item) {
        if (item[0] >= done && item[0] < done + WINDOW && !has(item[0])) {
            items[item[0] % WINDOW] = item;
            known = Math.max(known, item[0] + 1);
            handOn();
        }
    }

    private void handOn() {
        while (has(done)) {
            seen.add(OrderedItem.of(items[done % WINDOW]));
            done++;
        }
    }

    private void sendItem(int number) {
        machine.send(HostMachine.EVERYBODY, OrderedMulticast.PROGRAM, OrderedMulticast.ITEM, items[number % WINDOW]);
    }

    private void onToken(int[] words) {
        token = words;
        lastPass = token[PASS];
        known = Math.max(known, token[NUMBERED]);
        int safe = Math.min(lastFewest, token[FEWEST]);
        lastFewest = token[FEWEST];
        giveWhatOthersLack();
        numberOwn(safe);
        handOn();
        askForWhatIsLacking();
        tellWhatIsThere();
        token[PASS]++;
        sendToken();
    }

    private void giveWhatOthersLack() {
        for (int i = LACKED; i < TOKEN_WORDS; i++) {
            if (token[i] != 0 && has(token[i] - 1)) {
                sendItem(token[i] - 1);
                token[i] = 0;
            }
        }
    }

    private void numberOwn(int safe) {
        for (int i = 0; i < BURST && !waiting.isEmpty() && token[NUMBERED] - safe < MAX_AHEAD; i++) {
            int[] item = new int[OrderedItem.ALL_WORDS];
            item[0] = token[NUMBERED];
            item[1] = plan.node();
            item[2] = own++;
            System.arraycopy(waiting.removeFirst(), 0, item, OrderedItem.FIRST_WORD, OrderedItem.WORDS);
            items[item[0] % WINDOW] = item;
            sendItem(item[0]);
            token[NUMBERED]++;
            known = token[NUMBERED];
        }
    }

    private void askForWhatIsLacking() {
        for (int number = done; number < known; number++) {
            int place = has(number) ? 0 : placeFor(number);
            if (place > 0) {
                token[place] = number + 1;
            }
        }
    }

    /** {@return where to ask for an item; 0 when somebody has asked, or there is no place} */
    private int placeFor(int number) {
        int free = 0;
        for (int i = LACKED; i < TOKEN_WORDS; i++) {
            if (token[i] == number + 1) {
                return 0;
            }
            free = token[i] == 0 ? i : free;
        }
        return free;
    }

    private void tellWhatIsThere() {
        int me = plan.node() + 1;
        if (done < token[FEWEST] || token[WHO] == me) {
            token[FEWEST] = done;
            token[WHO] = done == token[NUMBERED] ? 0 : me;
        } else if (token[WHO] == 0 && token[FEWEST] != token[NUMBERED]) {
            token[WHO] = me;
        }
    }

    private void sendToken() {
        machine.send(plan.successor(), OrderedMulticast.PROGRAM, OrderedMulticast.TOKEN, token);
        timer.setIn(plan.againNs());
    }

    private void again() {
        tokensAgain++;
        sendToken();
    }

    /** Leaves the ring, which is broken then. */
    public void stop() {
        timer.cancel();
        machine.stop(OrderedMulticast.PROGRAM);
    }

    /** {@return the items so far, in order} */
    public List<OrderedItem> seen() {
        return List.copyOf(seen);
    }

    /** {@return how often the token was sent again as no receipt came} */
    public int tokensAgain() {
        return tokensAgain;
    }
}
