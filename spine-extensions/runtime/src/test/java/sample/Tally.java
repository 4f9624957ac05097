package sample;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.PacketFilter;
import dev.spine.extension.api.Replaceable;
import dev.spine.extension.api.State;
import dev.spine.extension.api.TransferRequest;
import org.jspecify.annotations.Nullable;

/**
 * Adds up, and can be replaced by itself with other parameters: {@code step} is what an order adds, {@code fail} when it fails.
 */
public final class Tally implements Replaceable {
    /** Answer the sum. */
    public static final int ASK = 1;
    /** Add a step; also into the memory. */
    public static final int ADD = 2;
    /** Answer the memory. */
    public static final int ASK_MEMORY = 3;
    /** Set a timer that adds, in word 1 microseconds. */
    public static final int ADD_LATER = 4;
    /** Release the memory. */
    public static final int RELEASE = 5;
    /** Copy the memory into a second buffer; the end is told to handler 3. */
    public static final int COPY = 6;
    /** Answer how many ends of copies were told. */
    public static final int ASK_COPIES = 7;
    /** Throw. */
    public static final int THROW = 8;
    /** Keep another buffer that no state names; answers whether there was one. */
    public static final int KEEP_ANOTHER = 9;

    private @Nullable Buffer memory;
    private @Nullable Buffer second;
    private String fail = "";
    private long sum;
    private long step = 1;
    private long copies;

    /** Loaded by the runtime. */
    public Tally() {}

    @Override
    public void start(ExtensionContext given) {
        memory = given.allocate(256);
        second = given.allocate(256);
        begin(given);
    }

    private void begin(ExtensionContext given) {
        String wanted = given.parameter("fail");
        fail = wanted == null ? "" : wanted;
        String steps = given.parameter("step");
        step = steps == null ? 1 : Long.parseLong(steps);
        given.onMessage(1, given, (on, message) -> onOrder(on, message));
        given.onMessage(2, given, (on, message) -> add(on));
        given.onMessage(3, given, (on, message) -> copies++);
        given.onMessage(4, given, (on, message) -> onData(on, message));
        given.onPacket(PacketFilter.udp(7000), given, (on, message) -> {
            if (fail.equals("packet")) {
                throw new IllegalStateException("this version cannot do packets");
            }
            add(on);
        });
    }

    @Override
    public void save(State state) {
        if (fail.equals("save")) {
            throw new IllegalStateException("this version cannot save");
        }
        state.schema(2);
        state.put("sum", sum);
        state.put("copies", copies);
        state.put("share", 0.5);
        state.put("known", true);
        state.put("text", "tally");
        state.put("bytes", new byte[] {1, 2, 3});
        Buffer first = memory;
        if (first != null && first.length() > 0) {
            state.put("memory", first);
        }
        Buffer other = second;
        if (other != null && other.length() > 0) {
            state.put("second", other);
        }
    }

    @Override
    public void restore(ExtensionContext given, State state) {
        begin(given);
        byte[] bytes = state.bytes("bytes");
        if (fail.equals("restore") || state.schema() != 2 || state.fraction("share", 0) != 0.5 || !state.truth("known", false)
            || !state.text("text", "").equals("tally") || bytes == null || bytes.length != 3 || state.has("nothing")) {
            throw new IllegalStateException("this version cannot restore");
        }
        sum = state.number("sum", 0);
        copies = state.number("copies", 0);
        if (!fail.equals("forget")) {
            memory = state.buffer("memory");
        }
        second = state.buffer("second");
    }

    private void onOrder(ExtensionContext on, Message message) {
        switch (message.word(0)) {
            case ASK -> answer(on, (int) sum);
            case ADD -> add(on);
            case ASK_MEMORY -> answer(on, memory == null || memory.length() == 0 ? -1 : memory.i32(0));
            case ADD_LATER -> on.timer(message.word(1) * 1000L, 2, 0);
            case RELEASE -> {
                if (memory != null) {
                    memory.release();
                }
            }
            case COPY -> copy(on);
            case ASK_COPIES -> answer(on, (int) copies);
            case KEEP_ANOTHER -> answer(on, on.allocate(64) == null ? 0 : 1);
            default -> throw new IllegalStateException("the test wanted this");
        }
    }

    private void onData(ExtensionContext on, Message message) {
        int before = message.buffer().u8(0);
        message.buffer().put8(0, 99);
        if (fail.equals("data")) {
            throw new IllegalStateException("this version cannot do data");
        }
        answer(on, before);
    }

    private void add(ExtensionContext on) {
        if (fail.equals("late")) {
            answer(on, 77);
        }
        if (fail.equals("add") || fail.equals("late")) {
            throw new IllegalStateException("this version cannot add");
        }
        sum += step;
        if (memory != null && memory.length() > 0) {
            memory.put32(0, (int) sum);
        }
    }

    private void copy(ExtensionContext on) {
        if (memory == null || second == null) {
            return;
        }
        TransferRequest transfer = on.transfer(memory, second);
        if (transfer != null) {
            transfer.copy(0, 0, 256);
            transfer.submit(3, 0);
        }
    }

    private static void answer(ExtensionContext on, int value) {
        OutgoingMessage message = on.message(on.host(5));
        if (message != null) {
            message.word(0, value).send();
        }
    }
}
