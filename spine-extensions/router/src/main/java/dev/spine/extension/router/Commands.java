package dev.spine.extension.router;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.router.fib.Fib;
import dev.spine.extension.router.fib.PatchAnswer;
import java.util.ArrayList;
import java.util.List;

/**
 * Carries out what the host commands: see {@link RouterProtocol#COMMANDS}. A command that makes no sense ends the message that it is in.
 */
final class Commands {
    /** Who has the ports. */
    interface Ports {
        /** A port exists. */
        void set(int port, int iopId, int tid, int instance);

        /** A port is gone. */
        void remove(int port);
    }

    /** Who sends frames through stages. */
    interface Egress {
        /** These are the stages from the next frame on. */
        void stages(List<Integer> numbers);
    }

    private static final int HEADER = 4;

    private final Fib fib;
    private final NextHops hops;
    private final IcmpErrors errors;
    private final OwnAddresses own;
    private final Intake intake;
    private final Ports ports;
    private final Egress egress;
    private boolean hasBegun;
    private int lastMessage;
    private int lastStatus;

    Commands(Fib fib, NextHops hops, IcmpErrors errors, OwnAddresses own, Intake intake, Ports ports, Egress egress) {
        this.fib = fib;
        this.hops = hops;
        this.errors = errors;
        this.own = own;
        this.intake = intake;
        this.ports = ports;
        this.egress = egress;
    }

    /**
     * Carries out the commands of a message, once: the host says again what it has heard no answer to.
     *
     * @return one of {@link RouterProtocol#DONE} and the numbers that follow it
     */
    int carryOut(int message, Buffer commands) {
        if (hasBegun && message - lastMessage <= 0) {
            return message == lastMessage ? lastStatus : RouterProtocol.DONE;
        }
        hasBegun = true;
        lastMessage = message;
        lastStatus = carryOut(commands);
        return lastStatus;
    }

    private int carryOut(Buffer commands) {
        int end = commands.length();
        int at = 0;
        while (at < end) {
            int header = end - at < HEADER ? -1 : commands.i32(at);
            int bytes = header & 0xFF_FFFF;
            if (end - at < HEADER || bytes > end - at - HEADER) {
                return RouterProtocol.MALFORMED;
            }
            int status = carryOut(header >>> 24, commands, at + HEADER, bytes);
            if (status != RouterProtocol.DONE) {
                return status;
            }
            at += HEADER + (bytes + 3 & -4);
        }
        return RouterProtocol.DONE;
    }

    private int carryOut(int code, Buffer commands, int at, int bytes) {
        return switch (code) {
            case RouterProtocol.COMMAND_PORT -> port(commands, at, bytes);
            case RouterProtocol.COMMAND_PORT_GONE -> portGone(commands, at, bytes);
            case RouterProtocol.COMMAND_SOURCE -> source(commands, at, bytes);
            case RouterProtocol.COMMAND_NEXT_HOP -> nextHop(commands, at, bytes);
            case RouterProtocol.COMMAND_SPREAD -> spread(commands, at, bytes);
            case RouterProtocol.COMMAND_TABLE -> fib.apply(commands, at, bytes) == PatchAnswer.TAKEN ? RouterProtocol.DONE
                : RouterProtocol.TABLE_REFUSED;
            case RouterProtocol.COMMAND_OWN -> own(commands, at, bytes);
            case RouterProtocol.COMMAND_INTAKE -> intake.set(commands, at, bytes) ? RouterProtocol.DONE : RouterProtocol.MALFORMED;
            case RouterProtocol.COMMAND_STAGES -> stages(commands, at, bytes);
            default -> RouterProtocol.MALFORMED;
        };
    }

    private static boolean isPort(int port) {
        return port >= 1 && port <= RouterProtocol.MAX_PORTS;
    }

    private int port(Buffer commands, int at, int bytes) {
        if (bytes != 16 || !isPort(commands.i32(at)) || commands.i32(at + 12) < 1 || commands.i32(at + 12) > 0xFF) {
            return RouterProtocol.MALFORMED;
        }
        ports.set(commands.i32(at), commands.i32(at + 4), commands.i32(at + 8), commands.i32(at + 12));
        return RouterProtocol.DONE;
    }

    private int portGone(Buffer commands, int at, int bytes) {
        if (bytes != 4 || !isPort(commands.i32(at))) {
            return RouterProtocol.MALFORMED;
        }
        ports.remove(commands.i32(at));
        return RouterProtocol.DONE;
    }

    private int source(Buffer commands, int at, int bytes) {
        int version = bytes < 4 ? 0 : commands.i32(at);
        if (version == 4 && bytes == 8) {
            errors.source4(commands.i32(at + 4));
        } else if (version == 6 && bytes == 20) {
            errors.source6((long) commands.i32(at + 4) << Integer.SIZE | commands.i32(at + 8) & 0xFFFF_FFFFL,
                (long) commands.i32(at + 12) << Integer.SIZE | commands.i32(at + 16) & 0xFFFF_FFFFL);
        } else {
            return RouterProtocol.MALFORMED;
        }
        return RouterProtocol.DONE;
    }

    private int own(Buffer commands, int at, int bytes) {
        if (bytes != 8) {
            return RouterProtocol.MALFORMED;
        }
        own.filter((long) commands.i32(at) << Integer.SIZE | commands.i32(at + 4) & 0xFFFF_FFFFL);
        return RouterProtocol.DONE;
    }

    private int stages(Buffer commands, int at, int bytes) {
        if ((bytes & 3) != 0 || bytes > 4 * RouterProtocol.MAX_STAGES) {
            return RouterProtocol.MALFORMED;
        }
        List<Integer> numbers = new ArrayList<>();
        for (int next = at; next < at + bytes; next += 4) {
            int number = commands.i32(next);
            if (number < 1 || number > EgressStages.LAST) {
                return RouterProtocol.MALFORMED;
            }
            numbers.add(number);
        }
        egress.stages(numbers);
        return RouterProtocol.DONE;
    }

    private int nextHop(Buffer commands, int at, int bytes) {
        if (bytes != 24) {
            return RouterProtocol.MALFORMED;
        }
        int what = commands.i32(at + 4);
        int port = what >>> RouterProtocol.PORT_SHIFT & 0xFF;
        int action = what >>> RouterProtocol.ACTION_SHIFT;
        if (action > RouterProtocol.ACTION_PROHIBITED && action != RouterProtocol.ACTION_OWN
            || action == RouterProtocol.ACTION_FORWARD && !isPort(port)) {
            return RouterProtocol.MALFORMED;
        }
        return hops.set(commands.i32(at), what, address(commands, at + 8), address(commands, at + 16)) ? RouterProtocol.DONE
            : RouterProtocol.MALFORMED;
    }

    private int spread(Buffer commands, int at, int bytes) {
        return bytes == 8 + RouterProtocol.SPREAD_BUCKETS * Short.BYTES && hops.spread(commands.i32(at), commands.i32(at + 4), commands, at
            + 8) ? RouterProtocol.DONE : RouterProtocol.MALFORMED;
    }

    private static long address(Buffer commands, int at) {
        return (commands.i32(at) & 0xFFFFL) << Integer.SIZE | commands.i32(at + 4) & 0xFFFF_FFFFL;
    }
}
