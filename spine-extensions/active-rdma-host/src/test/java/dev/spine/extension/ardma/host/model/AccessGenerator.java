package dev.spine.extension.ardma.host.model;

import java.util.List;
import java.util.Random;

/** Makes calls of operations on areas: most within their bounds, some at them, some beyond. */
final class AccessGenerator {
    private final RoutineGenerator routine;
    private final MethodGenerator method;
    private final CodeWriter code;
    private final Random random;

    AccessGenerator(RoutineGenerator routine, MethodGenerator method, CodeWriter code) {
        this.routine = routine;
        this.method = method;
        this.code = code;
        this.random = routine.random;
    }

    void call(int number) {
        String effect = ModelSet.intrinsicEffect(number);
        String name = ModelSet.intrinsicName(number);
        String parameters = effect.substring(0, effect.indexOf(':'));
        method.room(8);
        if (isWild()) {
            method.need(parameters);
        } else if ("length".equals(name) || "flush".equals(name)) {
            method.pushInt(area("flush".equals(name)));
        } else if (!parameters.startsWith("IJ")) {
            method.need(parameters);
        } else {
            operands(name, parameters);
        }
        code.put(effect, 184, 0x80, number);
    }

    private boolean isWild() {
        return random.nextInt(routine.tame) == 0;
    }

    private void operands(String name, String parameters) {
        boolean isTwo = "copy".equals(name) || "compare".equals(name);
        boolean writes = name.startsWith("store") || "cas".equals(name) || "fetchAdd".equals(name) || "fill".equals(name);
        boolean isRange = isTwo || List.of("hash", "find", "find16", "walk", "count", "emitBytes", "fill").contains(name);
        int first = area(writes);
        int second = isTwo ? area("copy".equals(name)) : first;
        int most = Math.min(length(first), length(second));
        int bytes = isRange ? random.nextInt(3) == 0 ? most : random.nextInt(most + 1) : width(name);
        method.pushInt(first);
        offset(length(first) - bytes);
        if (isTwo) {
            method.pushInt(second);
            offset(length(second) - bytes);
        }
        if (isRange) {
            method.pushLong(isWild() ? -1 - random.nextInt(9) : isWild() ? most + 1 + random.nextInt(3) : bytes);
        }
        for (int i = isTwo ? 5 : isRange ? 3 : 2; i < parameters.length(); i++) {
            if ("walk".equals(name) && i == 3 && !isWild()) {
                method.pushLong(0);
            } else if (random.nextInt(3) == 0) {
                push(parameters.charAt(i));
            } else {
                pushSmall(parameters.charAt(i));
            }
        }
    }

    private void push(char type) {
        if (type == 'J' && routine.longs.length > 0) {
            code.put(":J", 20, 0, random.nextInt(Math.min(256, routine.longs.length)));
        } else {
            pushSmall(type);
        }
    }

    private void pushSmall(char type) {
        int low = random.nextInt(2);
        int value = switch (random.nextInt(4)) {
            case 0 -> (short) random.nextInt();
            case 1 -> low + 256 * random.nextInt(100);
            default -> low;
        };
        if (type == 'J') {
            method.pushLong(value);
        } else {
            method.pushInt(value);
        }
    }

    private static int width(String name) {
        return name.endsWith("8") ? 1 : name.endsWith("16") ? 2 : name.endsWith("32") ? 4 : 8;
    }

    /** An area that a call has, most often. */
    private int area(boolean writable) {
        if (isWild()) {
            return random.nextBoolean() ? random.nextInt(14) - 4 : random.nextInt(routine.areas.size() + 2) - 2;
        }
        for (int i = 0; i < 6; i++) {
            int number = random.nextInt(routine.areas.size() + 2) - 2;
            boolean isOpen = number < 0 || routine.areas.get(number).state() == ModelArea.State.OPEN;
            boolean canWrite = number == -2 || number >= 0 && routine.areas.get(number).writable();
            if (length(number) >= 8 && (isOpen || random.nextInt(12) == 0) && (canWrite || !writable || random.nextInt(40) == 0)) {
                return number;
            }
        }
        return -2;
    }

    private int length(int number) {
        if (number == -1) {
            return routine.data.length;
        }
        return number == -2 ? routine.scratch : number >= 0 && number < routine.areas.size() ? routine.areas.get(number).bytes().length : 0;
    }

    /** An offset from 0 to the last one that fits, and sometimes another. */
    private void offset(int last) {
        if (isWild() && routine.longs.length > 0) {
            push('J');
        } else if (isWild()) {
            method.pushLong(last + 1 - random.nextInt(2) * (last + 2));
        } else if (last > 0 && random.nextInt(4) == 0) {
            // What is on the stack, or in a local, brought within the area.
            int local = code.locals().indexOf('J');
            if (local >= 0) {
                code.local('l', 'J', local);
            } else {
                method.pushLong(random.nextInt(last));
            }
            method.pushLong(Integer.highestOneBit(last) - 1);
            code.put("JJ:J", 127);
        } else {
            method.pushLong(last < 1 ? Math.max(last, 0) : random.nextInt(4) == 0 ? last : random.nextInt(last));
        }
    }
}
