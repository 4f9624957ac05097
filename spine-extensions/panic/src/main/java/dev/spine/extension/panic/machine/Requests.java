package dev.spine.extension.panic.machine;

/**
 * What compiled code asks of the card when the stack has the operands and nothing else. Each method makes the machine what it is at a
 * {@linkplain CompiledProgram#place place}, and does what the operation there does. When that is not done, the operands are on the
 * machine's stack.
 */
final class Requests {
    private Requests() {}

    private static Operation operation(int place, int left, Machine machine) {
        CompiledProgram.put(place, left, machine);
        return machine.operations[machine.next++];
    }

    private static Environment card(int place, int left, Machine machine) {
        CompiledProgram.put(place, left, machine);
        machine.next++;
        return machine.environment;
    }

    private static boolean keepUnless(boolean isDone, int operand, Machine machine) {
        if (!isDone) {
            CompiledProgram.keep(operand, 0, machine);
        }
        return isDone;
    }

    private static boolean keepUnless(boolean isDone, int first, int second, int third, int fourth, Machine machine) {
        if (!isDone) {
            CompiledProgram.keepFour(first, second, third, fourth, machine);
        }
        return isDone;
    }

    static boolean sendToNode(int index, int bytes, int trigger, int program, int high, int low, int place, int left, Machine machine) {
        Sends.ToNode operation = (Sends.ToNode) operation(place, left, machine);
        if (keepUnless(operation.send(machine, index, bytes, trigger, program, high, low), index, bytes, trigger, program, machine)) {
            return true;
        }
        CompiledProgram.keep(high, 4, machine);
        CompiledProgram.keep(low, 5, machine);
        return false;
    }

    static boolean sendToCard(int index, int bytes, int trigger, int program, int place, int left, Machine machine) {
        Sends.ToCard operation = (Sends.ToCard) operation(place, left, machine);
        return keepUnless(operation.send(machine, index, bytes, trigger, program, 0, 0), index, bytes, trigger, program, machine);
    }

    static boolean sendToSender(int index, int bytes, int trigger, int program, int place, int left, Machine machine) {
        Sends.ToSender operation = (Sends.ToSender) operation(place, left, machine);
        return keepUnless(operation.send(machine, index, bytes, trigger, program, 0, 0), index, bytes, trigger, program, machine);
    }

    static boolean deliver(int index, int offset, int segment, int bytes, int place, int left, Machine machine) {
        Transfers.Deliver operation = (Transfers.Deliver) operation(place, left, machine);
        return keepUnless(operation.transfer(machine, index, offset, segment, bytes), index, offset, segment, bytes, machine);
    }

    static boolean get(int index, int offset, int segment, int bytes, int place, int left, Machine machine) {
        Transfers.Get operation = (Transfers.Get) operation(place, left, machine);
        return keepUnless(operation.transfer(machine, index, offset, segment, bytes), index, offset, segment, bytes, machine);
    }

    static boolean copy(int index, int offset, int bytes, int place, int left, Machine machine) {
        return ((Packets.Copy) operation(place, left, machine)).copy(machine, index, offset, bytes);
    }

    static boolean transfersDone(int place, int left, Machine machine) {
        return machine.accept(card(place, left, machine).transfersDone());
    }

    static boolean setFlag(int flag, int place, int left, Machine machine) {
        return keepUnless(machine.accept(card(place, left, machine).setFlag(flag)), flag, machine);
    }

    static boolean clearLock(int lock, int place, int left, Machine machine) {
        return keepUnless(machine.accept(card(place, left, machine).clearLock(lock)), lock, machine);
    }

    /** The answer, below 0 when there is none yet, or a fault. */
    static int testFlag(int flag, int place, int left, Machine machine) {
        int answer = card(place, left, machine).testFlag(flag);
        keepUnless(machine.accept(answer), flag, machine);
        return answer;
    }

    /** As of {@link #testFlag}. */
    static int testLock(int lock, int place, int left, Machine machine) {
        int answer = card(place, left, machine).testLock(lock);
        keepUnless(machine.accept(answer), lock, machine);
        return answer;
    }

    static void display(int value, int place, int left, Machine machine) {
        card(place, left, machine).display(value);
    }

    static int await(int mask, int place, int left, Machine machine) {
        if (machine.accept(card(place, left, machine).transfersDone())) {
            machine.end(mask);
        }
        return CompiledProgram.LEFT;
    }

    static int stop(int place, int left, Machine machine) {
        if (machine.accept(card(place, left, machine).transfersDone())) {
            machine.stop();
        }
        return CompiledProgram.LEFT;
    }
}
