package dev.spine.extension.panic.machine;

/**
 * What compiled code asks of the card when the stack has the operands and nothing else. Each method makes the machine what it is at a
 * {@linkplain CompiledProgram#place place}, and does what the operation there does. When that is not done, the operands are on the
 * machine's stack.
 */
final class Requests {
    private Requests() {}

    private static Operation operation(Machine machine) {
        return machine.operations[machine.next - 1];
    }

    private static boolean keep(int operand, Machine machine) {
        machine.stack[0] = operand;
        return false;
    }

    private static boolean keep(int first, int second, int third, int fourth, Machine machine) {
        int[] stack = machine.stack;
        stack[0] = first;
        stack[1] = second;
        stack[2] = third;
        stack[3] = fourth;
        return false;
    }

    static boolean sendToNode(int index, int bytes, int trigger, int program, int high, int low, int place, int left, Machine machine) {
        CompiledProgram.begin(place, left, machine);
        Sends.ToNode operation = (Sends.ToNode) operation(machine);
        if (operation.send(machine, index, bytes, trigger, program, high, low)) {
            return true;
        }
        machine.stack[4] = high;
        machine.stack[5] = low;
        return keep(index, bytes, trigger, program, machine);
    }

    static boolean sendToCard(int index, int bytes, int trigger, int program, int place, int left, Machine machine) {
        CompiledProgram.begin(place, left, machine);
        Sends.ToCard operation = (Sends.ToCard) operation(machine);
        return operation.send(machine, index, bytes, trigger, program, 0, 0) || keep(index, bytes, trigger, program, machine);
    }

    static boolean sendToSender(int index, int bytes, int trigger, int program, int place, int left, Machine machine) {
        CompiledProgram.begin(place, left, machine);
        Sends.ToSender operation = (Sends.ToSender) operation(machine);
        return operation.send(machine, index, bytes, trigger, program, 0, 0) || keep(index, bytes, trigger, program, machine);
    }

    static boolean deliver(int index, int offset, int segment, int bytes, int place, int left, Machine machine) {
        CompiledProgram.begin(place, left, machine);
        Transfers.Deliver operation = (Transfers.Deliver) operation(machine);
        return operation.transfer(machine, index, offset, segment, bytes) || keep(index, offset, segment, bytes, machine);
    }

    static boolean get(int index, int offset, int segment, int bytes, int place, int left, Machine machine) {
        CompiledProgram.begin(place, left, machine);
        Transfers.Get operation = (Transfers.Get) operation(machine);
        return operation.transfer(machine, index, offset, segment, bytes) || keep(index, offset, segment, bytes, machine);
    }

    static boolean copy(int index, int offset, int bytes, int place, int left, Machine machine) {
        CompiledProgram.begin(place, left, machine);
        return ((Packets.Copy) operation(machine)).copy(machine, index, offset, bytes);
    }

    static boolean transfersDone(int place, int left, Machine machine) {
        CompiledProgram.begin(place, left, machine);
        int answer = machine.environment.transfersDone();
        return answer >= Environment.DONE || machine.accept(answer);
    }

    static boolean setFlag(int flag, int place, int left, Machine machine) {
        CompiledProgram.begin(place, left, machine);
        int answer = machine.environment.setFlag(flag);
        return answer >= Environment.DONE || machine.accept(answer) || keep(flag, machine);
    }

    static boolean clearLock(int lock, int place, int left, Machine machine) {
        CompiledProgram.begin(place, left, machine);
        int answer = machine.environment.clearLock(lock);
        return answer >= Environment.DONE || machine.accept(answer) || keep(lock, machine);
    }

    /** The answer, below 0 when there is none yet, or a fault. */
    static int testFlag(int flag, int place, int left, Machine machine) {
        CompiledProgram.begin(place, left, machine);
        int answer = machine.environment.testFlag(flag);
        if (answer < Environment.DONE && !machine.accept(answer)) {
            machine.stack[0] = flag;
        }
        return answer;
    }

    /** As of {@link #testFlag}. */
    static int testLock(int lock, int place, int left, Machine machine) {
        CompiledProgram.begin(place, left, machine);
        int answer = machine.environment.testLock(lock);
        if (answer < Environment.DONE && !machine.accept(answer)) {
            machine.stack[0] = lock;
        }
        return answer;
    }

    static void display(int value, int place, int left, Machine machine) {
        CompiledProgram.begin(place, left, machine);
        machine.environment.display(value);
    }

    static int await(int mask, int place, int left, Machine machine) {
        CompiledProgram.begin(place, left, machine);
        int answer = machine.environment.transfersDone();
        if (answer >= Environment.DONE || machine.accept(answer)) {
            machine.armed = mask;
            machine.state = Machine.State.AWAITING;
        }
        return CompiledProgram.LEFT;
    }

    static int stop(int place, int left, Machine machine) {
        CompiledProgram.begin(place, left, machine);
        int answer = machine.environment.transfersDone();
        if (answer >= Environment.DONE || machine.accept(answer)) {
            machine.stop();
        }
        return CompiledProgram.LEFT;
    }
}
