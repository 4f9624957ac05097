package dev.spine.extension.ardma.host.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * The rules of a routine's code, checked in the plainest way: a state at each instruction, a string of letters. I is an int, J and j are
 * the two slots of a long, - is nothing.
 */
final class ModelVerifier {
    private static final String UNSET = "-";

    /**
     * What is in the slots before an instruction.
     *
     * @param locals a letter each
     * @param stack a letter each
     */
    private record State(String locals, String stack) {
    }

    private final ModelRoutine routine;
    private final ModelMethod method;
    private final boolean[] begins;
    private final Map<Integer, State> known = new HashMap<>();
    private final Deque<Integer> open = new ArrayDeque<>();
    private char[] locals = new char[0];
    private String stack = "";

    private ModelVerifier(ModelRoutine routine, ModelMethod method) {
        this.routine = routine;
        this.method = method;
        this.begins = new boolean[method.code().length];
    }

    static void verify(ModelRoutine routine) throws RefusedException {
        for (ModelMethod method : routine.methods()) {
            try {
                new ModelVerifier(routine, method).verify();
            } catch (IndexOutOfBoundsException _) {
                throw new RefusedException("an instruction that is cut off");
            }
        }
    }

    private void verify() throws RefusedException {
        int end = begins.length;
        for (int at = 0; at < end; at += checkedLength(at)) {
            begins[at] = true;
            require(at + checkedLength(at) <= end, "cut off", at);
            requireIndices(at, method.at8(at));
            requireLocals(at, method.at8(at));
        }
        for (int at = 0; at < end; at += checkedLength(at)) {
            for (int target : targets(at)) {
                require(target >= 0 && target < end && begins[target], "a target", at);
            }
        }
        String first = method.parameters().replace("J", "Jj");
        reach(0, new State(first + UNSET.repeat(method.locals() - first.length()), ""));
        while (!open.isEmpty()) {
            step(open.pop());
        }
    }

    private int checkedLength(int at) throws RefusedException {
        int length = ModelSet.length(method, at);
        require(length > 0, "an opcode", at);
        return length;
    }

    private void requireIndices(int at, int opcode) throws RefusedException {
        switch (opcode) {
            case 18 -> require(method.at8(at + 1) < routine.ints().length, "a constant", at);
            case 19 -> require(method.at16(at + 1) < routine.ints().length, "a constant", at);
            case 20 -> require(method.at16(at + 1) < routine.longs().length, "a constant", at);
            case 171 -> {
                for (int i = 1; i < method.cases(at); i++) {
                    require(method.caseKey(at, i - 1) < method.caseKey(at, i), "keys out of order", at);
                }
            }
            case 184 -> {
                int index = method.at16(at + 1);
                require(index < 0x8000 ? index < routine.methods().size() : index - 0x8000 < ModelSet.INTRINSICS.size(), "a method", at);
            }
            default -> {
                // Names nothing.
            }
        }
    }

    private void requireLocals(int at, int opcode) throws RefusedException {
        int form = opcode == 196 ? method.at8(at + 1) : opcode;
        String local = form == 132 ? "lI" : ModelSet.local(form);
        if (local != null) {
            int index = opcode == 196 ? method.at16(at + 2) : opcode == 132 ? method.at8(at + 1) : ModelSet.localIndex(method, at);
            require(index + (local.charAt(1) == 'J' ? 2 : 1) <= method.locals(), "a local", at);
        }
    }

    private int[] targets(int at) {
        int opcode = method.at8(at);
        if (opcode == 170 || opcode == 171) {
            int[] targets = new int[(int) method.cases(at) + 1];
            for (int i = 0; i < targets.length; i++) {
                targets[i] = method.caseTarget(at, i - 1);
            }
            return targets;
        }
        return opcode >= 153 && opcode <= 167 ? new int[] {method.jumpTarget(at)} : new int[0];
    }

    private void reach(int at, State state) throws RefusedException {
        require(at < begins.length, "the end", at);
        State before = known.get(at);
        State merged = state;
        if (before != null) {
            require(before.stack.equals(state.stack), "different stacks", at);
            char[] both = before.locals.toCharArray();
            for (int i = 0; i < both.length; i++) {
                both[i] = both[i] == state.locals.charAt(i) ? both[i] : '-';
            }
            merged = new State(new String(both), state.stack);
        }
        if (!merged.equals(before)) {
            known.put(at, merged);
            open.push(at);
        }
    }

    private void step(int at) throws RefusedException {
        State before = known.get(at);
        if (before == null) {
            throw new IllegalStateException("nothing known at " + at);
        }
        locals = before.locals.toCharArray();
        stack = before.stack;
        int opcode = method.at8(at);
        apply(at, opcode);
        require(stack.length() <= method.stack(), "a stack too high", at);
        State after = new State(new String(locals), stack);
        for (int target : targets(at)) {
            reach(target, after);
        }
        boolean ends = opcode == 167 || opcode >= 170 && opcode <= 173 || opcode == 177;
        if (!ends) {
            reach(at + checkedLength(at), after);
        }
    }

    private void apply(int at, int opcode) throws RefusedException {
        String effect = ModelSet.effect(opcode);
        String local = ModelSet.local(opcode);
        if (effect != null) {
            boolean returns = opcode == 172 || opcode == 173 || opcode == 177;
            require(!returns || method.result() == (opcode == 172 ? 'I' : opcode == 173 ? 'J' : 'V'), "a result", at);
            apply(effect, at);
        } else if (local != null) {
            move(local, ModelSet.localIndex(method, at), at);
        } else if (opcode == 196 && method.at8(at + 1) != 132) {
            move(String.valueOf(ModelSet.local(method.at8(at + 1))), method.at16(at + 2), at);
        } else if (opcode == 132 || opcode == 196) {
            int index = opcode == 132 ? method.at8(at + 1) : method.at16(at + 2);
            require(index < locals.length && locals[index] == 'I', "a local", at);
        } else if (opcode == 184) {
            int index = method.at16(at + 1);
            apply(index < 0x8000 ? routine.methods().get(index).parameters() + ":"
                + String.valueOf(routine.methods().get(index).result()).replace("V", "") : ModelSet.intrinsicEffect(index - 0x8000), at);
        } else {
            shuffle(opcode, at);
        }
    }

    private void apply(String effect, int at) throws RefusedException {
        String[] parts = effect.split(":", -1);
        pop(parts[0].replace("J", "Jj"), at);
        stack += parts[1].replace("J", "Jj");
    }

    private void pop(String slots, int at) throws RefusedException {
        require(stack.endsWith(slots), "on the stack", at);
        stack = stack.substring(0, stack.length() - slots.length());
    }

    private void move(String kind, int index, int at) throws RefusedException {
        String slots = kind.charAt(1) == 'J' ? "Jj" : "I";
        require(index + slots.length() <= locals.length, "a local", at);
        if (kind.charAt(0) == 'l') {
            require(new String(locals, index, slots.length()).equals(slots), "a local", at);
            stack += slots;
        } else {
            pop(slots, at);
            slots.getChars(0, slots.length(), locals, index);
        }
    }

    /** POP to SWAP: the slots that are moved must be whole values. */
    private void shuffle(int opcode, int at) throws RefusedException {
        switch (opcode) {
            case 87 -> pop("I", at);
            case 88 -> take(2, at);
            case 95 -> require(stack.endsWith("II"), "ints", at);
            default -> {
                String moved = take(opcode < 92 ? 1 : 2, at);
                String below = take((opcode - 89) % 3, at);
                stack += moved + below + moved;
            }
        }
    }

    private String take(int slots, int at) throws RefusedException {
        require(stack.length() >= slots, "too little", at);
        String taken = stack.substring(stack.length() - slots);
        require(!taken.startsWith("j"), "half a long", at);
        stack = stack.substring(0, stack.length() - slots);
        return taken;
    }

    private static void require(boolean holds, String what, int at) throws RefusedException {
        if (!holds) {
            throw new RefusedException(what + " at " + at);
        }
    }
}
