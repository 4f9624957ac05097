package dev.spine.extension.runtime.meter;

import dev.spine.extension.runtime.verify.AllowedMember;
import dev.spine.extension.runtime.verify.Cost;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the charges of one method. The account's own counters must be up to date where one is written. */
final class Emitter {
    private static final AllowedMember COPY_OF_ARRAY = new AllowedMember("[", "clone", "()", Cost.parse("2+1*this"),
        Cost.parse("16+8*this"));

    private final CodeBuilder code;
    private final ImageShape shape;
    private final AccountEntries entries;
    private final List<Integer> slots = new ArrayList<>();
    private int free;

    /**
     * For one method.
     *
     * @param code takes its code
     * @param shape what its image declares
     * @param entries what the constant pool of its class says of the account
     * @param firstFree its first local variable that is not its author's
     */
    Emitter(CodeBuilder code, ImageShape shape, AccountEntries entries, int firstFree) {
        this.entries = entries;
        this.free = firstFree;
        this.code = code;
        this.shape = shape;
    }

    CodeBuilder account() {
        return code.getstatic(entries.account());
    }

    /** Calls a method of the account, which lies on the stack below its operands. */
    CodeBuilder invoke(AccountMethod method) {
        return code.invokevirtual(entries.of(method));
    }

    /** {@return a local variable that nothing else uses} */
    int allocateLocal(TypeKind kind) {
        int slot = free;
        free += kind.slotSize();
        return slot;
    }

    void charge(int units) {
        account().loadConstant(units);
        invoke(AccountMethod.CHARGE);
    }

    void allocate(int bytes) {
        account().loadConstant(bytes);
        invoke(AccountMethod.ALLOCATE);
    }

    /** {@return a local variable for the value of this index among those that are put aside} */
    int slot(int index) {
        while (slots.size() <= index) {
            slots.add(allocateLocal(TypeKind.LONG));
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
        Opcode opcode = switch (target.kind()) {
            case CONSTRUCTOR -> Opcode.INVOKESPECIAL;
            case STATIC, INTERFACE_STATIC -> Opcode.INVOKESTATIC;
            case INTERFACE_VIRTUAL -> Opcode.INVOKEINTERFACE;
            default -> Opcode.INVOKEVIRTUAL;
        };
        invoke(opcode, owner, name, type, target.kind() == DirectMethodHandleDesc.Kind.INTERFACE_STATIC
            || target.kind() == DirectMethodHandleDesc.Kind.INTERFACE_VIRTUAL);
    }

    /** Calls a method, or what stands in for it; its arguments are on the stack. */
    void invoke(Opcode opcode, ClassDesc owner, String name, MethodTypeDesc type, boolean inInterface) {
        if (name.equals(ConstantDescs.INIT_NAME)) {
            code.invokespecial(Substitutes.made(owner), name, type);
            return;
        }
        String outside = owner.isArray() ? null : shape.outsideOwner(Names.internal(owner), name + type.descriptorString());
        Substitutes.Method instead = outside == null ? null : Substitutes.of(opcode, outside, name, type);
        if (instead == null) {
            code.invoke(opcode, owner, name, type, inInterface);
            return;
        }
        invoke(instead, type);
    }

    /** Calls what an instruction calls, or what stands in for it; its arguments are on the stack. */
    void invoke(InvokeInstruction call, Calls.Target target) {
        if (target.name().equals(ConstantDescs.INIT_NAME)) {
            if (Substitutes.areMadeOfAnother(target.owner())) {
                code.invokespecial(Substitutes.made(call.owner().asSymbol()), target.name(), call.typeSymbol());
            } else {
                code.with(call);
            }
            return;
        }
        Substitutes.Method instead = target.substitute(call.opcode());
        if (instead == null) {
            code.with(call);
        } else {
            invoke(instead, call.typeSymbol());
        }
    }

    private void invoke(Substitutes.Method instead, MethodTypeDesc type) {
        if (instead.takesAll()) {
            gather(type.parameterList());
        }
        code.invokestatic(instead.owner(), instead.name(), instead.type());
    }

    /** Charges the call of an instruction; its arguments are on the stack. */
    void chargeCall(InvokeInstruction call, Calls.Target target) {
        AllowedMember member = target.member();
        boolean isClone = target.name().equals("clone");
        if (member == null && !target.isOfArray()) {
            return;
        }
        if (member != null && !isClone && chargeConstant(member)) {
            return;
        }
        boolean hasReceiver = call.opcode() == Opcode.INVOKEVIRTUAL || call.opcode() == Opcode.INVOKEINTERFACE;
        chargeCall(target.owner(), target.name(), call.typeSymbol(), hasReceiver ? call.owner().asSymbol() : null);
    }

    /** Makes an array of the references on the stack. */
    private void gather(List<ClassDesc> types) {
        store(types);
        code.loadConstant(types.size()).anewarray(ConstantDescs.CD_Object);
        for (int i = 0; i < types.size(); i++) {
            code.dup().loadConstant(i).aload(slot(i)).aastore();
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
                charge(COPY_OF_ARRAY, List.of(receiver), true);
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
        charge(CallCosts.of(outside, name, type.descriptorString()), values, receiver != null);
    }

    /** Charges a call that costs the same whatever it gets: {@return whether it does}. */
    private boolean chargeConstant(AllowedMember member) {
        if (!member.cost().isConstant() || !member.bytes().isConstant()) {
            return false;
        }
        if (member.bytes().constant() > 0) {
            allocate(member.bytes().constant());
        }
        return true;
    }

    private void charge(AllowedMember member, List<ClassDesc> values, boolean hasReceiver) {
        if (chargeConstant(member)) {
            return;
        }
        store(values);
        Map<Cost.Operand, Integer> sizes = new HashMap<>();
        sizes(member.cost(), values, hasReceiver, sizes);
        sizes(member.bytes(), values, hasReceiver, sizes);
        account();
        // The constant part of the work is among the instructions of the method.
        sum(0, member.cost(), sizes);
        sum(member.bytes().constant(), member.bytes(), sizes);
        invoke(AccountMethod.SPEND);
        load(values);
    }

    /** Finds the size of each operand of a cost that has none yet, and keeps it in a local variable. */
    private void sizes(Cost cost, List<ClassDesc> values, boolean hasReceiver, Map<Cost.Operand, Integer> sizes) {
        for (Cost.Term term : cost.terms()) {
            for (Cost.Operand operand : term.operands()) {
                int index = hasReceiver ? operand.index() + 1 : operand.index();
                if (sizes.containsKey(operand) || index < 0 || index >= values.size()) {
                    continue;
                }
                size(operand, values.get(index), slot(index));
                int slot = slot(values.size() + sizes.size());
                code.lstore(slot);
                sizes.put(operand, slot);
            }
        }
    }

    private void size(Cost.Operand operand, ClassDesc type, int slot) {
        TypeKind kind = TypeKind.from(type);
        switch (kind.asLoadable()) {
            case INT -> code.iload(slot).i2l();
            case LONG -> code.lload(slot);
            case FLOAT, DOUBLE -> code.lconst_1();
            default -> account().aload(slot).invokevirtual(Names.ACCOUNT, hook(operand, type),
                MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_Object));
        }
    }

    private static String hook(Cost.Operand operand, ClassDesc type) {
        if (!operand.deep()) {
            return "size";
        }
        return type.isArray() ? "weightOfArray" : "weight";
    }

    /** Puts a cost on the stack. */
    private void sum(long constant, Cost cost, Map<Cost.Operand, Integer> sizes) {
        code.loadConstant(constant);
        for (Cost.Term term : cost.terms()) {
            code.loadConstant((long) term.factor());
            for (Cost.Operand operand : term.operands()) {
                Integer slot = sizes.get(operand);
                if (slot != null) {
                    code.lload(slot).invokestatic(Names.ACCOUNT, "times",
                        MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long, ConstantDescs.CD_long));
                }
            }
            if (term.shift() != 0) {
                code.loadConstant(term.shift()).lushr();
            }
            code.ladd();
        }
    }

    /** The length of a text that is made is on the stack: it is charged. */
    void joined() {
        account().invokestatic(Names.ACCOUNT, "joined", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long, Names.ACCOUNT));
    }
}
