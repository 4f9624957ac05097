package dev.spine.extension.ardma.host.model;

import dev.spine.extension.ardma.host.model.CodeWriter.Place;
import dev.spine.extension.ardma.host.model.RoutineGenerator.Head;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Makes the code of one method: it knows what is on the stack after each instruction, and brings what the next one takes. */
final class MethodGenerator {
    private static final int[] SIMPLE = {96, 97, 100, 101, 104, 105, 108, 109, 112, 113, 116, 117, 120, 121, 122, 123, 124, 125, 126, 127,
        128, 129, 130, 131, 133, 136, 145, 146, 147, 148};

    private final RoutineGenerator routine;
    private final Random random;
    private final int index;
    private final Head head;
    private final CodeWriter code;
    private final List<Place> ahead = new ArrayList<>();
    private final List<Place> behind = new ArrayList<>();
    /** The last local counts loops down, and is used for nothing else. */
    private final int counter;
    /** Two locals before it keep a sum of values that are taken away, so that none is without effect. */
    private final int sum;
    private final int room;
    private boolean isReached = true;

    MethodGenerator(RoutineGenerator routine, int index) {
        this.routine = routine;
        this.random = routine.random;
        this.index = index;
        this.head = routine.heads.get(index);
        this.counter = head.locals() - 1;
        this.sum = counter - 2;
        this.code = new CodeWriter(random, head.parameters(), head.locals());
        this.room = random.nextInt(10) == 0 ? 62 : 12 + random.nextInt(20);
    }

    int most() {
        return code.most();
    }

    byte[] code() {
        int wanted = random.nextInt(20) == 0 ? random.nextInt(3_000) : 10 + random.nextInt(200);
        pushInt(1 + random.nextInt(random.nextInt(3) == 0 ? 40 : 6));
        code.local('s', 'I', counter);
        code.put(":J", 9);
        code.local('s', 'J', sum);
        while (isReached && code.size() < wanted) {
            act();
            if (!isReached) {
                afterTheEnd();
            }
        }
        while (isReached || !ahead.isEmpty()) {
            if (isReached && (ahead.isEmpty() || random.nextInt(4) == 0)) {
                returns();
            } else {
                place(ahead.removeLast());
            }
        }
        if (random.nextInt(10) == 0) {
            unreached();
        }
        return code.code();
    }

    private void operation() {
        new AccessGenerator(routine, this, code).call(random.nextInt(ModelSet.INTRINSICS.size()));
    }

    private void act() {
        switch (random.nextInt(60)) {
            case 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 -> simple(SIMPLE[random.nextInt(SIMPLE.length)]);
            case 15, 16, 17, 18 -> push(random.nextBoolean() ? 'I' : 'J');
            case 19, 20, 21, 22, 23 -> store();
            case 24, 25, 26, 27, 28 -> {
                room(2);
                code.shuffle(87 + random.nextInt(9), room);
            }
            case 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40 -> operation();
            case 41, 42 -> call();
            case 43, 44, 45, 46 -> jumpAhead();
            case 47, 48, 49 -> jumpBack();
            case 50, 51 -> choose();
            case 52 -> goAhead();
            case 53, 54 -> {
                if (!ahead.isEmpty()) {
                    place(ahead.remove(random.nextInt(ahead.size())));
                }
            }
            case 55 -> place(new Place(code.stack(), code.locals()));
            case 56, 57 -> increment();
            case 58 -> {
                if (random.nextBoolean()) {
                    code.put(":", 0);
                } else {
                    callInALoop();
                }
            }
            default -> {
                if (!ahead.isEmpty()) {
                    returns();
                }
            }
        }
    }

    // --- values

    /** Takes values away until so many slots can be pushed, and those of an operation's operands. */
    void room(int slots) {
        while (code.stack().length() + slots > room - 2) {
            drop();
        }
    }

    /** Takes the topmost value away, most often into the sum. */
    private void drop() {
        if (random.nextInt(4) == 0) {
            code.pop();
            return;
        }
        if (code.stack().endsWith("I")) {
            code.put("I:J", 133);
        }
        code.local('l', 'J', sum);
        code.put("JJ:J", random.nextBoolean() ? 97 : 101);
        code.local('s', 'J', sum);
    }

    /** Sees to it that values are on the stack. */
    void need(String types) {
        room(types.length() * 2);
        if (code.stack().endsWith(types.replace("J", "Jj")) && random.nextInt(4) > 0) {
            return;
        }
        pushAll(types);
    }

    private void pushAll(String types) {
        for (int i = 0; i < types.length(); i++) {
            push(types.charAt(i));
        }
    }

    void push(char type) {
        room(2);
        if (type == 'J') {
            pushAnyLong();
        } else {
            pushAnyInt();
        }
    }

    private void pushAnyInt() {
        int local = anyLocal('I');
        if (local >= 0 && random.nextBoolean()) {
            code.local('l', 'I', local);
        } else if (routine.ints.length > 0 && random.nextBoolean()) {
            int constant = random.nextInt(routine.ints.length);
            if (constant < 256 && random.nextInt(4) > 0) {
                code.put(":I", 18, constant);
            } else {
                code.put(":I", 19, constant >> 8, constant & 0xFF);
            }
        } else {
            pushInt((short) routine.value());
        }
    }

    private void pushAnyLong() {
        int local = anyLocal('J');
        if (local >= 0 && random.nextBoolean()) {
            code.local('l', 'J', local);
        } else if (routine.longs.length > 0 && random.nextBoolean()) {
            int constant = random.nextInt(routine.longs.length);
            code.put(":J", 20, constant >> 8, constant & 0xFF);
        } else {
            pushLong((short) routine.value());
        }
    }

    private int anyLocal(char type) {
        int from = random.nextInt(code.locals().length());
        int found = code.locals().indexOf(type, from);
        return found < 0 ? code.locals().indexOf(type) : found;
    }

    /** An int of 16 bits. */
    void pushInt(int value) {
        if (value >= -1 && value <= 5 && random.nextInt(8) > 0) {
            code.put(":I", 3 + value);
        } else if (value == (byte) value && random.nextInt(8) > 0) {
            code.put(":I", 16, value & 0xFF);
        } else {
            code.put(":I", 17, value >> 8 & 0xFF, value & 0xFF);
        }
    }

    /** A long of 16 bits. */
    void pushLong(int value) {
        if (value == 0 || value == 1) {
            code.put(":J", 9 + value);
        } else {
            pushInt(value);
            code.put("I:J", 133);
        }
    }

    private void simple(int opcode) {
        String effect = String.valueOf(ModelSet.effect(opcode));
        boolean divides = opcode == 108 || opcode == 109 || opcode == 112 || opcode == 113;
        if (divides && random.nextInt(20) > 0) {
            String type = effect.substring(0, 1);
            need(type);
            room(4);
            need(type);
            push(type.charAt(0));
            // Odd, so never zero.
            if ("I".equals(type)) {
                pushInt(1);
                code.put("II:I", 128);
            } else {
                code.put(":J", 10);
                code.put("JJ:J", 129);
            }
        } else {
            need(effect.substring(0, effect.indexOf(':')));
        }
        if (divides && random.nextInt(100) == 0) {
            code.pop();
            code.put(opcode % 2 == 0 ? ":I" : ":J", opcode % 2 == 0 ? 3 : 9);
        }
        code.put(effect, opcode);
    }

    private void store() {
        char type = random.nextBoolean() ? 'I' : 'J';
        int slots = type == 'J' ? 2 : 1;
        if (sum >= slots) {
            need(String.valueOf(type));
            code.local('s', type, random.nextInt(sum - slots + 1));
        }
    }

    private void increment() {
        int local = anyLocal('I');
        int by = random.nextInt(6) == 0 ? (short) routine.value() : random.nextInt(20) - 10;
        if (local < 0 || local == counter) {
            return;
        }
        if (by == (byte) by && random.nextInt(3) > 0) {
            code.put(":", 132, local, by & 0xFF);
        } else {
            code.put(":", 196, 132, local >> 8, local & 0xFF, by >> 8 & 0xFF, by & 0xFF);
        }
    }

    // --- methods

    private void call() {
        boolean goesDown = index + 1 < routine.heads.size() && random.nextInt(8) > 0;
        int called = goesDown ? index + 1 + random.nextInt(routine.heads.size() - index - 1) : random.nextInt(routine.heads.size());
        Head to = routine.heads.get(called);
        if (to.slots() + 4 > room - 2) {
            return;
        }
        room(to.slots() + 2);
        if (!code.stack().endsWith(to.parameters().replace("J", "Jj"))) {
            pushAll(to.parameters());
        }
        code.put(to.effect(), 184, called >> 8, called & 0xFF);
    }

    /** Many calls that return, one after the other. */
    private void callInALoop() {
        room(2);
        pushInt(40 + random.nextInt(40));
        code.local('s', 'I', counter);
        place(new Place(code.stack(), code.locals()));
        Place loop = behind.getLast();
        call();
        if (random.nextBoolean()) {
            call();
        }
        jumpTo(loop);
    }

    private void returns() {
        room(8);
        for (int i = 0; i < 3 && !code.stack().isEmpty(); i++) {
            drop();
        }
        switch (head.result()) {
            case 'V' -> {
                if (routine.scratch >= Long.BYTES && random.nextBoolean()) {
                    pushInt(-2);
                    pushLong(random.nextInt(routine.scratch - 7));
                    code.local('l', 'J', sum);
                    code.put("IJJ:", 184, 0x80, 8);
                }
                code.put(":", 177);
            }
            case 'I' -> {
                code.local('l', 'J', sum);
                code.put("J:I", 136);
                code.put("I:", 172);
            }
            default -> {
                code.local('l', 'J', sum);
                code.put("J:", 173);
            }
        }
        isReached = false;
    }

    // --- jumps

    /** A place ahead at which the stack is as it is now: one that there is, or a new one. */
    private Place ahead() {
        List<Place> fitting = ahead.stream().filter(place -> place.stack.equals(code.stack())).toList();
        if (fitting.isEmpty() || random.nextInt(3) == 0) {
            Place made = new Place(code.stack(), code.locals());
            ahead.add(made);
            return made;
        }
        Place chosen = fitting.get(random.nextInt(fitting.size()));
        code.meet(chosen);
        return chosen;
    }

    private void jump(int opcode, Place target) {
        int from = code.size();
        code.raw(opcode);
        code.gap(from, 2, target);
    }

    /** A condition, without the bytes of its instruction. */
    private int condition() {
        boolean ofTwo = random.nextBoolean();
        need(ofTwo ? "II" : "I");
        code.put(ofTwo ? "II:" : "I:");
        return (ofTwo ? 159 : 153) + random.nextInt(6);
    }

    private void jumpAhead() {
        int opcode = condition();
        jump(opcode, ahead());
    }

    private void goAhead() {
        jump(167, ahead());
        isReached = false;
    }

    private void jumpBack() {
        List<Place> recent = behind.subList(Math.max(0, behind.size() - 4), behind.size());
        if (!recent.isEmpty()) {
            jumpTo(recent.get(random.nextInt(recent.size())));
        }
    }

    private void jumpTo(Place target) {
        adapt(target.stack);
        restore(target.locals);
        if (target.stack.length() + 1 > room) {
            return;
        }
        if (random.nextInt(20) == 0) {
            pushAnyInt();
            code.put("I:");
            jump(153 + random.nextInt(6), target);
        } else {
            code.put(":", 132, counter, 0xFF);
            code.local('l', 'I', counter);
            code.put("I:");
            jump(157, target);
        }
    }

    /** Makes the stack what it is at a place. */
    private void adapt(String wanted) {
        while (!wanted.startsWith(code.stack())) {
            drop();
        }
        for (int i = code.stack().length(); i < wanted.length(); i++) {
            if (wanted.charAt(i) == 'I') {
                code.put(":I", 3 + random.nextInt(4));
            } else if (wanted.charAt(i) == 'J') {
                code.put(":J", 9 + random.nextInt(2));
            }
        }
    }

    /** Sets the locals that are set at a place; the stack has room for one more value. */
    private void restore(String wanted) {
        for (int i = 0; i < wanted.length(); i++) {
            char type = wanted.charAt(i);
            if (type != code.locals().charAt(i) && (type == 'I' || type == 'J')) {
                code.put(":" + type, type == 'J' ? 9 : 4);
                code.local('s', type, i);
            }
        }
    }

    private void choose() {
        need("I");
        int count = random.nextInt(10) == 0 ? random.nextInt(60) : random.nextInt(6);
        if (random.nextInt(4) > 0) {
            pushInt(7);
            code.put("II:I", 126);
        }
        code.put("I:");
        int at = code.size();
        boolean isTable = count > 0 && random.nextBoolean();
        code.raw(isTable ? 170 : 171);
        while (code.size() % 4 != 0) {
            code.raw(random.nextInt(256));
        }
        code.gap(at, 4, ahead());
        int first = random.nextInt(6) == 0 ? (int) routine.value() : random.nextInt(4) - 1;
        int low = (int) Math.max(Integer.MIN_VALUE, Math.min(first, Integer.MAX_VALUE - 3L * count));
        if (isTable) {
            putInt(low);
            putInt(low + count - 1);
        } else {
            putInt(count);
        }
        for (int i = 0; i < count; i++) {
            if (!isTable) {
                putInt(low);
                low += 1 + random.nextInt(3);
            }
            code.gap(at, 4, ahead());
        }
        isReached = false;
    }

    private void putInt(int value) {
        code.raw(value >>> 24, value >> 16 & 0xFF, value >> 8 & 0xFF, value & 0xFF);
    }

    private void place(Place place) {
        if (isReached) {
            adapt(place.stack);
            code.meet(place);
        }
        place.offset = code.size();
        code.become(place);
        behind.add(place);
        isReached = true;
    }

    private void afterTheEnd() {
        if (random.nextInt(3) == 0) {
            unreached();
        }
        if (!ahead.isEmpty()) {
            place(ahead.remove(random.nextInt(ahead.size())));
        }
    }

    /** Instructions that no jump reaches: what they name exists, and they need not fit. */
    private void unreached() {
        for (int i = random.nextInt(5); i >= 0; i--) {
            switch (random.nextInt(5)) {
                case 0 -> code.raw(21, random.nextInt(head.locals()));
                case 1 -> code.raw(196, 54, 0, random.nextInt(head.locals()));
                case 2 -> {
                    if (!behind.isEmpty()) {
                        jump(153 + random.nextInt(12), behind.getLast());
                    }
                }
                case 3 -> code.raw(184, 0x80, random.nextInt(19));
                default -> code.raw(SIMPLE[random.nextInt(SIMPLE.length)]);
            }
        }
    }
}
