package dev.spine.extension.runtime.meter;

import dev.spine.extension.runtime.verify.AllowList;
import dev.spine.extension.runtime.verify.AllowedMember;
import dev.spine.extension.runtime.verify.Cost;
import dev.spine.extension.runtime.verify.Library;
import java.util.Set;

/** What calls of methods outside the image cost, as the allow-list says. */
final class CallCosts {
    /** The only method of arrays. */
    static final AllowedMember COPY_OF_ARRAY = new AllowedMember("[", "clone", "()", Cost.parse("48+1*this"),
        Cost.parse("16+8*this"), null);
    private static final String API = "dev/spine/extension/api/";
    /** Classes whose methods run nothing of an extension when their cost is the same for each call. */
    private static final Set<String> RUN_NOTHING = Set.of("java/lang/Math", "java/lang/StrictMath", "java/lang/Character",
        "java/lang/Boolean", "java/lang/Integer", "java/lang/Long", "java/lang/Short", "java/lang/Byte", "java/lang/Float",
        "java/lang/Double", "java/lang/String", "java/util/Objects", API + "Buffer", API + "Counter", API + "Message",
        API + "OutgoingMessage", API + "Route", API + "Surface", API + "Store", API + "TransferRequest", API + "PixelFormat",
        API + "PacketFilter");

    private CallCosts() {}

    /**
     * {@return what a call costs}
     *
     * @param owner the class outside the image whose method is called
     * @param name the method's name
     * @param descriptor its type
     * @throws IllegalArgumentException when the list does not have it, which the verifier has refused
     */
    static AllowedMember of(String owner, String name, String descriptor) {
        AllowedMember member = AllowList.standard().member(owner, name, descriptor);
        if (member == null) {
            throw new IllegalArgumentException("a call of " + owner.replace('/', '.') + '.' + name + ", which is not on the list");
        }
        return member;
    }

    /**
     * {@return whether a call runs no metered code and costs the same for all operands} What is given an object of the library runs its
     * code, whoever it belongs to: the text of a builder is the builder's work.
     */
    static boolean isPlain(AllowedMember member) {
        return RUN_NOTHING.contains(member.owner()) && member.by() == null && member.cost().isConstant()
            && member.bytes().isConstant() && !member.descriptor().contains('L' + Library.PACKAGE);
    }
}
