package dev.spine.extension.runtime.meter;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the charges of one method. The account's own counters must be up to date where one is written. */
final class Emitter {
    /** A small object of the JDK: a node, an iterator, a boxed value. */
    private static final int SMALL_BYTES = 64;
    /** An entry of a table, and its share of the table. */
    private static final int ENTRY_BYTES = 112;

    private final CodeBuilder code;
    private final ImageShape shape;
    private final List<Integer> slots = new ArrayList<>();

    Emitter(CodeBuilder code, ImageShape shape) {
        this.code = code;
        this.shape = shape;
    }

    CodeBuilder account() {
        return code.getstatic(Names.HOLDER, Names.FIELD, Names.ACCOUNT);
    }

    void charge(int units) {
        account().loadConstant(units).invokevirtual(Names.ACCOUNT, "charge", Names.INT_TO_VOID);
    }

    void allocate(int bytes) {
        account().loadConstant(bytes).invokevirtual(Names.ACCOUNT, "allocate", Names.INT_TO_VOID);
    }

    /** {@return a local variable for the value of this index among those that are put aside} */
    int slot(int index) {
        while (slots.size() <= index) {
            slots.add(code.allocateLocal(TypeKind.LONG));
        }
        return slots.get(index);
    }

    /** Puts the values on the stack aside. */
    void store(List<ClassDesc> types) {
        for (int i = types.size() - 1; i >= 0; i--) {
            code.storeLocal(TypeKind.from(types.get(i)), slot(i));
        }
    }

    void load(List<ClassDesc> types) {
        for (int i = 0; i < types.size(); i++) {
            code.loadLocal(TypeKind.from(types.get(i)), slot(i));
        }
    }

    /** Calls a method handle's target with a charge; its arguments are on the stack. */
    void call(DirectMethodHandleDesc target) {
        ClassDesc owner = target.owner();
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(target.lookupDescriptor());
        boolean constructor = target.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR;
        String name = constructor ? ConstantDescs.INIT_NAME : target.methodName();
        boolean isStatic = target.kind() == DirectMethodHandleDesc.Kind.STATIC
            || target.kind() == DirectMethodHandleDesc.Kind.INTERFACE_STATIC;
        chargeCall(Names.internal(owner), name, type, constructor || isStatic ? null : owner);
        switch (target.kind()) {
            case CONSTRUCTOR -> code.invokespecial(owner, name, type);
            case STATIC -> code.invokestatic(owner, name, type);
            case INTERFACE_STATIC -> code.invokestatic(owner, name, type, true);
            case INTERFACE_VIRTUAL -> code.invokeinterface(owner, name, type);
            default -> code.invokevirtual(owner, name, type);
        }
    }

    /**
     * Charges a call whose arguments are on the stack.
     *
     * @param owner the class that it names
     * @param name the method's name
     * @param type its type, without receiver
     * @param receiver the receiver's type, null when there is none or it cannot be looked at yet
     */
    void chargeCall(String owner, String name, MethodTypeDesc type, @Nullable ClassDesc receiver) {
        if (owner.startsWith("[")) {
            if (name.equals("clone") && receiver != null) {
                charge(CallCost.COPY, List.of(receiver), true);
            }
            return;
        }
        String outside = shape.outsideOwner(owner, name + type.descriptorString());
        if (outside == null) {
            return;
        }
        if (name.equals("clone") && type.parameterCount() == 0) {
            allocate(shape.largestObject());
            return;
        }
        List<ClassDesc> values = new ArrayList<>();
        if (receiver != null) {
            values.add(receiver);
        }
        values.addAll(type.parameterList());
        charge(CallCost.of(outside, name, type.descriptorString()), values, receiver != null);
    }

    private void charge(CallCost cost, List<ClassDesc> values, boolean hasReceiver) {
        switch (cost) {
            case PURE, FIXED -> {
                return;
            }
            case SMALL -> {
                allocate(SMALL_BYTES);
                return;
            }
            case ENTER -> allocate(ENTRY_BYTES);
            case COPY, APPEND, COUNT, PRODUCT, GATHER -> allocate(SMALL_BYTES);
            default -> { }
        }
        if (values.stream().noneMatch(type -> !type.isPrimitive() || type.equals(ConstantDescs.CD_int))) {
            return;
        }
        store(values);
        if (cost == CallCost.FIND || cost == CallCost.ENTER) {
            key(values);
        } else if (cost == CallCost.PRODUCT) {
            product(values);
        } else {
            for (int i = cost == CallCost.APPEND && hasReceiver ? 1 : 0; i < values.size(); i++) {
                value(cost, values.get(i), i);
                if (cost == CallCost.INDEX) {
                    break;
                }
            }
        }
        load(values);
    }

    private void value(CallCost cost, ClassDesc type, int index) {
        if (type.isPrimitive()) {
            if (cost == CallCost.COUNT && type.equals(ConstantDescs.CD_int)) {
                account().iload(slot(index)).invokevirtual(Names.ACCOUNT, "count", Names.INT_TO_VOID);
            }
            return;
        }
        String hook = switch (cost) {
            case LOOK -> "look";
            case INDEX -> "index";
            case WALK -> "walk";
            case GATHER -> "gather";
            default -> "copy";
        };
        account().aload(slot(index)).invokevirtual(Names.ACCOUNT, hook, Names.OBJECT_TO_VOID);
    }

    private void key(List<ClassDesc> values) {
        if (values.size() > 1 && !values.get(0).isPrimitive() && !values.get(1).isPrimitive()) {
            account().aload(slot(0)).aload(slot(1)).invokevirtual(Names.ACCOUNT, "key",
                MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object, ConstantDescs.CD_Object));
        }
    }

    private void product(List<ClassDesc> values) {
        code.lconst_1();
        for (int i = 0; i < values.size(); i++) {
            ClassDesc type = values.get(i);
            if (type.equals(ConstantDescs.CD_int)) {
                code.iload(slot(i)).invokestatic(Names.ACCOUNT, "times",
                    MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long, ConstantDescs.CD_int));
            } else if (!type.isPrimitive()) {
                code.aload(slot(i)).invokestatic(Names.ACCOUNT, "times",
                    MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long, ConstantDescs.CD_Object));
            }
        }
        joined();
    }

    /** The length of a text that is made is on the stack: it is charged. */
    void joined() {
        account().invokestatic(Names.ACCOUNT, "joined", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long, Names.ACCOUNT));
    }
}
