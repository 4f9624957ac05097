package dev.spine.extension.panic.host.compile;

import dev.spine.extension.panic.host.language.Expression;
import dev.spine.extension.panic.host.language.PdlProgram;
import dev.spine.extension.panic.host.language.Statement;
import dev.spine.extension.panic.machine.Fault;
import dev.spine.extension.panic.machine.Machine;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** What a program does, from its tree: written after the definition of the language, without machine, code and card. */
final class TreeModel {
    /** The block has ended before its end. */
    private static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final Machine.State state;
        private final Fault fault;

        Ended(Machine.State state, Fault fault) {
            super(null, null, false, false);
            this.state = state;
            this.fault = fault;
        }
    }

    final List<String> log = new ArrayList<>();
    final Map<Integer, byte[]> segments = new HashMap<>();
    final boolean[] flags;
    final boolean[] locks;
    Fault fault = Fault.NONE;
    int armed;

    private final PdlProgram program;
    private final Map<String, ByteBuffer> variables = new LinkedHashMap<>();
    private byte[] payload = {};
    private String sender = "";
    private int clock;

    TreeModel(PdlProgram program, int flags) {
        this.program = program;
        this.flags = new boolean[flags];
        this.locks = new boolean[flags];
        for (PdlProgram.Variable variable : program.variables()) {
            variables.put(variable.name().toLowerCase(Locale.ROOT), ByteBuffer.allocate(variable.words() * Integer.BYTES));
        }
    }

    /** All words, in the order of the declarations. */
    int[] words() {
        return variables.values().stream().flatMapToInt(words -> IntStream.range(0, words.capacity() / 4)
            .map(i -> words.getInt(4 * i))).toArray();
    }

    Machine.State startUp() {
        payload = new byte[0];
        sender = "";
        return run(List.of(program.start()));
    }

    /** With the end of a line that a card writes for what goes back to where the message came from; of one of this card it is empty. */
    Machine.State message(int trigger, byte[] bytes, String from) {
        payload = bytes;
        sender = from;
        int number = program.triggers().get(trigger).number();
        return run(program.handlers().stream().filter(each -> each.trigger().number() == number).findFirst().orElseThrow().blocks());
    }

    private Machine.State run(List<Statement.Block> blocks) {
        fault = Fault.NONE;
        try {
            blocks.forEach(this::run);
            await(List.of());
            return Machine.State.AWAITING;
        } catch (Ended e) {
            fault = e.fault;
            return e.state;
        }
    }

    private static Ended fault(Fault why) {
        return new Ended(Machine.State.FAULTED, why);
    }

    private void await(List<Integer> triggers) {
        armed = 0;
        for (int i = 0; i < program.triggers().size(); i++) {
            if (triggers.isEmpty() || triggers.contains(program.triggers().get(i).number())) {
                armed |= 1 << i;
            }
        }
    }

    private void run(Statement statement) {
        switch (statement) {
            case Statement.Block block -> block.statements().forEach(this::run);
            case Statement.Assignment set -> {
                int value = value(set.value());
                ByteBuffer words = words(set.to());
                int index = index(set.to());
                words.putInt(4 * within(words, index), value);
            }
            case Statement.If choice -> {
                if (value(choice.condition()) != 0) {
                    run(choice.then());
                } else {
                    choice.otherwise().ifPresent(this::run);
                }
            }
            case Statement.While loop -> {
                while (value(loop.condition()) != 0) {
                    run(loop.body());
                }
            }
            case Statement.Send send -> send(send);
            case Statement.Deliver deliver -> {
                int index = index(deliver.from());
                int offset = value(deliver.offset());
                int segment = value(deliver.segment());
                byte[] bytes = bytes(deliver.from(), index, value(deliver.bytes()));
                segment(segment, offset, bytes.length).put(bytes);
                log.add("deliver " + HexFormat.of().formatHex(bytes) + " to " + segment + "+" + offset);
            }
            case Statement.Get get -> {
                int index = index(get.to());
                int offset = value(get.offset());
                int segment = value(get.segment());
                int bytes = value(get.bytes());
                ByteBuffer to = room(get.to(), index, bytes);
                byte[] got = new byte[bytes];
                segment(segment, offset, bytes).get(got);
                to.put(got);
                log.add("get " + bytes + " from " + segment + "+" + offset);
            }
            case Statement.Copy copy -> {
                int index = index(copy.to());
                int offset = value(copy.offset());
                int bytes = value(copy.bytes());
                ByteBuffer to = room(copy.to(), index, bytes);
                if (offset < 0 || (long) offset + bytes > payload.length) {
                    throw fault(Fault.PACKET);
                }
                to.put(payload, offset, bytes);
            }
            case Statement.Display display -> log.add("display " + value(display.value()));
            case Statement.SetFlag flag -> flags[of(flags, value(flag.number()), Fault.FLAG)] = true;
            case Statement.ClearLock lock -> locks[of(locks, value(lock.number()), Fault.LOCK)] = false;
            case Statement.Await await -> {
                await(await.triggers());
                throw new Ended(Machine.State.AWAITING, Fault.NONE);
            }
            case Statement.Stop _ -> throw new Ended(Machine.State.STOPPED, Fault.NONE);
        }
    }

    private void send(Statement.Send send) {
        int index = index(send.from());
        int length = value(send.bytes());
        int trigger = value(send.trigger());
        int to = value(send.program());
        String at = switch (send.to()) {
            case Statement.Address.Local _ -> "";
            case Statement.Address.Sender _ -> sender;
            case Statement.Address.Octets octets -> at(octets.high(), octets.low());
            case Statement.Address.Words words -> {
                ByteBuffer found = words(words.first());
                int first = index(words.first());
                yield at(found.getInt(4 * within(found, first)), found.getInt(4 * within(found, first + 1)));
            }
        };
        byte[] bytes = bytes(send.from(), index, length);
        if (trigger < 0 || trigger > 0xFFFF || to < 0 || to > 0xFFFF) {
            throw fault(Fault.ID);
        }
        if (at.equals("none")) {
            throw fault(Fault.ADDRESS);
        }
        log.add((at.isEmpty() ? "local " : "send ") + HexFormat.of().formatHex(bytes) + " as " + trigger + " to " + to + at);
    }

    /** As a card writes it; an address that is none is told when the bytes were looked at. */
    private static String at(int high, int low) {
        return high >>> 16 != 0 ? "none" : " at " + Integer.toHexString(high) + ":" + Integer.toHexString(low);
    }

    private static int of(boolean[] all, int number, Fault none) {
        if (number < 0 || number >= all.length) {
            throw fault(none);
        }
        return number;
    }

    private ByteBuffer segment(int number, int offset, int bytes) {
        byte[] segment = segments.get(number);
        if (segment == null) {
            throw fault(Fault.SEGMENT);
        }
        if (offset < 0 || (long) offset + bytes > segment.length) {
            throw fault(Fault.SEGMENT_BOUNDS);
        }
        return ByteBuffer.wrap(segment, offset, bytes);
    }

    private ByteBuffer words(Expression.Place place) {
        return variables.get(place.name().toLowerCase(Locale.ROOT));
    }

    private int index(Expression.Region region) {
        return switch (region) {
            case Expression.Place place -> place.index() == null ? 0 : value(place.index());
            case Expression.PacketWord word -> value(word.index());
        };
    }

    private static int within(ByteBuffer words, int index) {
        if (index < 0 || index >= words.capacity() / 4) {
            throw fault(Fault.INDEX);
        }
        return index;
    }

    private ByteBuffer room(Expression.Place place, int index, int bytes) {
        ByteBuffer words = words(place);
        int first = 4 * within(words, index);
        if (bytes < 0 || bytes > words.capacity() - first) {
            throw fault(Fault.LENGTH);
        }
        return words.duplicate().position(first).limit(first + bytes);
    }

    private byte[] bytes(Expression.Region region, int index, int length) {
        if (region instanceof Expression.Place place) {
            byte[] bytes = new byte[Math.max(0, Math.min(length, 1 << 16))];
            room(place, index, length).get(bytes);
            return bytes;
        }
        if (index < 0 || length < 0 || 4L * index + length > payload.length) {
            throw fault(Fault.PACKET);
        }
        return Arrays.copyOfRange(payload, 4 * index, 4 * index + length);
    }

    private int value(Expression expression) {
        return switch (expression) {
            case Expression.Constant constant -> constant.value();
            case Expression.Place place -> {
                ByteBuffer words = words(place);
                yield words.getInt(4 * within(words, index(place)));
            }
            case Expression.PacketWord word -> {
                int index = value(word.index());
                if (index < 0 || 4L * index + 4 > payload.length) {
                    throw fault(Fault.PACKET);
                }
                yield ByteBuffer.wrap(payload).getInt(4 * index);
            }
            case Expression.Negative negative -> -value(negative.value());
            case Expression.Not not -> value(not.value()) == 0 ? 1 : 0;
            case Expression.Clock _ -> clock += 100;
            case Expression.Length _ -> payload.length;
            case Expression.FlagTest flag -> flags[of(flags, value(flag.number()), Fault.FLAG)] ? 1 : 0;
            case Expression.LockTest lock -> locks[of(locks, value(lock.number()), Fault.LOCK)] ? 1 : 0;
            case Expression.Pair pair -> pair(pair);
        };
    }

    private int pair(Expression.Pair pair) {
        int left = value(pair.left());
        return switch (pair.operator()) {
            case OR -> left != 0 || value(pair.right()) != 0 ? 1 : 0;
            case AND -> left != 0 && value(pair.right()) != 0 ? 1 : 0;
            default -> both(pair.operator(), left, value(pair.right()));
        };
    }

    private static int both(Expression.Operator operator, int left, int right) {
        return switch (operator) {
            case LESS -> left < right ? 1 : 0;
            case NOT_GREATER -> left <= right ? 1 : 0;
            case GREATER -> left > right ? 1 : 0;
            case NOT_LESS -> left >= right ? 1 : 0;
            case EQUAL -> left == right ? 1 : 0;
            case DIFFERENT -> left != right ? 1 : 0;
            case PLUS -> left + right;
            case MINUS -> left - right;
            case TIMES -> left * right;
            case DIVIDED, REMAINDER -> {
                if (right == 0) {
                    throw fault(Fault.DIVISION);
                }
                yield operator == Expression.Operator.DIVIDED ? left / right : left % right;
            }
            default -> throw new AssertionError(operator);
        };
    }
}
