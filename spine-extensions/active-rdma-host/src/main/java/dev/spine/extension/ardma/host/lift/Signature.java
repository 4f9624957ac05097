package dev.spine.extension.ardma.host.lift;

import dev.spine.extension.ardma.routine.RoutineFormat;
import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Parameters and result of a method, as Java has them and as a routine has them. */
final class Signature {
    private final MethodTypeDesc java;

    Signature(MethodTypeDesc java) {
        this.java = java;
    }

    private static boolean isInt(ClassDesc type) {
        return type.isPrimitive() && "ZBSCI".contains(type.descriptorString());
    }

    private static boolean isLong(ClassDesc type) {
        return type.descriptorString().equals("J");
    }

    private static boolean isValue(ClassDesc type) {
        return isInt(type) || isLong(type);
    }

    /** {@return what is wrong with it, for people, or nothing} */
    Optional<String> problem() {
        ClassDesc result = java.returnType();
        String others = java.parameterList().stream().filter(type -> !isValue(type)).map(ClassDesc::displayName).distinct()
            .collect(Collectors.joining(", "));
        if (!others.isEmpty()) {
            return Optional.of("takes " + others);
        }
        if (!isValue(result) && !result.descriptorString().equals("V")) {
            return Optional.of("returns " + result.displayName());
        }
        int count = java.parameterCount();
        return count > RoutineFormat.MAX_PARAMETERS ? Optional.of("takes " + count + " parameters") : Optional.empty();
    }

    /** {@return the descriptor within a routine} */
    String descriptor() {
        return java.parameterList().stream().map(Signature::letter).collect(Collectors.joining("", "(", ")")) + letter(java.returnType());
    }

    private static String letter(ClassDesc type) {
        return isInt(type) ? "I" : type.descriptorString();
    }

    /** A parameter, and its slot. */
    record Parameter(int slot, boolean isLong) {}

    /** {@return the parameters} */
    List<Parameter> parameters() {
        List<Parameter> found = new ArrayList<>();
        int slot = 0;
        for (ClassDesc type : java.parameterList()) {
            found.add(new Parameter(slot, isLong(type)));
            slot += isLong(type) ? 2 : 1;
        }
        return found;
    }

    /** A parameter that holds less than an int does, and what makes such a value of an int. */
    record Narrow(int slot, boolean isBoolean, Opcode conversion) {}

    /** {@return the parameters that hold less than an int does} */
    List<Narrow> narrow() {
        List<Narrow> found = new ArrayList<>();
        int slot = 0;
        for (ClassDesc type : java.parameterList()) {
            switch (type.descriptorString()) {
                case "Z" -> found.add(new Narrow(slot, true, Opcode.IAND));
                case "B" -> found.add(new Narrow(slot, false, Opcode.I2B));
                case "S" -> found.add(new Narrow(slot, false, Opcode.I2S));
                case "C" -> found.add(new Narrow(slot, false, Opcode.I2C));
                default -> {
                    // It holds all that an argument is.
                }
            }
            slot += isLong(type) ? 2 : 1;
        }
        return found;
    }
}
